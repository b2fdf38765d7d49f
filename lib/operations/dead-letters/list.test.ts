import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { listDistinct } from '../distinct-values'
import { countReads } from '../testing/count-reads'
import { add } from '../testing/dead-letters'
import { makeProject } from '../testing/factories'
import { actOnDeadLetter } from './act'
import { listDeadLetters } from './list'

describe('the list', () => {
  it('continues exactly after the previous page, and counts statuses under the other filters', async () => {
    const test = await makeProject()
    for (let n = 0; n < 7; n++)
      await add(test, { operation: n % 2 ? 'tool:a' : 'mcp:b', args: { text: 'x'.repeat(n * 900) } })
    const reviewer = await test.as('reviewer')
    const { items } = await listDeadLetters.run(test.key, { limit: '200' })
    await actOnDeadLetter.run(reviewer, { deadLetterId: items[0]?.id ?? '', action: 'resolve' })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listDeadLetters.run(test.key, { limit: 2, cursor })
      seen.push(...page.items.map((item) => item.id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual(items.map((item) => item.id))
    const mcp = await listDeadLetters.run(test.key, { operation: 'mcp:b', status: 'pending' })
    expect(mcp.items).toHaveLength(3)
    expect(mcp).toMatchObject({ counts: { pending: 3, resolved: 1 }, operations: ['mcp:b', 'tool:a'] })
  })

  it.each([
    [{ text: 'EXIT 7%' }, ['b']],
    [{ category: 'INTERNAL' }, ['c']],
    [{ person: 'true' }, ['c']],
    [{ sessionId: 's-1' }, ['b']],
    [{ runId: 'run-1' }, ['a']],
    [{ status: 'resolved,abandoned' }, []],
  ])('filters by %j', async (filter, operations) => {
    const test = await makeProject()
    await add(test, { operation: 'a', runId: 'run-1' })
    await add(test, { operation: 'b', error: 'exit 7% of it', sessionId: 's-1' })
    await add(test, { operation: 'c', category: 'INTERNAL' })
    const { items } = await listDeadLetters.run(test.key, filter)
    expect(items.map((item) => item.operation)).toEqual(operations)
  })

  it('names the operations without reading every item', async () => {
    const { key, project } = await makeProject()
    await getDb().$executeRaw`
      INSERT INTO dead_letter (project_id, id, operation, args, error, category)
      SELECT ${project.id}::uuid, gen_random_uuid(), 'tool:' || n % 3, '{}', 'exit 1', 'INTERNAL' FROM generate_series(1, 3000) n`
    await getDb().$executeRaw`ANALYZE dead_letter`
    await inTransaction(key, async (tx) => {
      const before = await countReads(tx, 'dead_letter')
      const place = { table: 'dead_letter', column: 'operation' } as const
      expect(await listDistinct(tx, project.id, place, 10)).toEqual(['tool:0', 'tool:1', 'tool:2'])
      expect((await countReads(tx, 'dead_letter')) - before).toBeLessThan(100)
    })
    expect((await listDeadLetters.run(key, {})).operations).toEqual(['tool:0', 'tool:1', 'tool:2'])
  })

  it('rejects an invalid cursor', async () => {
    const { key } = await makeProject()
    await expect(listDeadLetters.run(key, { cursor: 'x' })).rejects.toMatchObject({ issues: [{ path: 'cursor' }] })
  })
})
