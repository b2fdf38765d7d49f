import { describe, expect, it } from 'vitest'
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

  it('rejects an invalid cursor', async () => {
    const { key } = await makeProject()
    await expect(listDeadLetters.run(key, { cursor: 'x' })).rejects.toMatchObject({ issues: [{ path: 'cursor' }] })
  })
})
