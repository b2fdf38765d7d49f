import { describe, expect, it } from 'vitest'
import type { InputOf } from '@/lib/contracts/contract'
import type { addDeadLetter } from '@/lib/contracts/dead-letters'
import { Prisma } from '@/lib/db/generated/client'
import { makeProject, type TestProject } from '../testing/factories'
import { actOnDeadLetter } from './act-on-dead-letter'
import { actOnDeadLetters } from './act-on-dead-letters'
import { claimDeadLetters } from './claim-dead-letters'
import { getDeadLetter } from './get-dead-letter'
import { lease } from './lease'
import { listDeadLetters } from './list-dead-letters'
import { postDeadLetter } from './post-dead-letter'
import { reportDeadLetter } from './report-dead-letter'

const noon = Date.parse('2026-11-21T12:00:00Z')
const later = (seconds: number) => new Date(noon + seconds * 1000)

type Letter = InputOf<typeof addDeadLetter>

async function add(test: TestProject, letter: Partial<Letter> = {}): Promise<string> {
  const whole = { operation: 'tool:bash', error: 'exit 1', category: 'TRANSIENT' as const, ...letter }
  return (await postDeadLetter.run(test.at(later(0)), whole)).item.id
}

const see = async ({ key }: TestProject, deadLetterId: string) => {
  const { item, events } = await getDeadLetter.run(key, { deadLetterId })
  return { ...item, events: events.map((event) => event.kind) }
}

async function claim(test: TestProject, seconds: number, limit = 10) {
  return (await claimDeadLetters.run(test.at(later(seconds)), { operation: 'tool:', limit })).claimed
}

function report(test: TestProject, seconds: number, deadLetterId: string, attempt: number, isSuccess: boolean) {
  const outcome = isSuccess ? { outcome: 'success' as const } : { outcome: 'failure' as const, error: 'exit 2' }
  return reportDeadLetter.run(test.at(later(seconds)), { deadLetterId, attempt, ...outcome })
}

describe('what is handed in', () => {
  it('is kept with the fields of the rules, waiting a minute, its secrets gone', async () => {
    const test = await makeProject()
    const id = await add(test, {
      sessionId: 's-1',
      args: { command: 'curl -H "Authorization: Bearer abc123def456"', apiKey: 'k' },
      error: 'refused: password=hunter2',
    })
    expect(await see(test, id)).toMatchObject({
      id,
      sessionId: 's-1',
      operation: 'tool:bash',
      args: { command: 'curl -H "Authorization: [redacted]"', apiKey: '[redacted]' },
      error: 'refused: password=[redacted]',
      category: 'TRANSIENT',
      status: 'pending',
      retryCount: 0,
      attempts: 0,
      maxAttempts: 3,
      createdAt: later(0).toISOString(),
      nextRetry: later(60).toISOString(),
      events: ['added'],
    })
    const stored = await test.key.db.$queryRaw<{ row: string }[]>`
      SELECT d::text || coalesce(e::text, '') AS row FROM dead_letter d LEFT JOIN dead_letter_event e ON e.dead_letter_id = d.id
      WHERE d.id = ${id}::uuid`
    expect(JSON.stringify(stored)).not.toMatch(/abc123def456|hunter2/)
  })

  it.each(['PERMANENT', 'VALIDATION', 'INTERNAL', 'CANCELLED'] as const)('%s waits for a person', async (category) => {
    const test = await makeProject()
    const id = await add(test, { category })
    expect(await see(test, id)).toMatchObject({ nextRetry: null, waitsFor: 'person' })
    expect(await claim(test, 1e6)).toEqual([])
  })

  it('is added once under an id of its own, and any JSON is an argument', async () => {
    const test = await makeProject()
    const id = '0198a000-0000-7000-8000-000000000001'
    for (const args of [null, 'text\0', [1, 'a']]) await add(test, { args })
    expect(await add(test, { id })).toBe(id)
    const again = await postDeadLetter.run(test.key, { id, operation: 'x', error: 'y', category: 'INTERNAL' })
    expect(again).toMatchObject({ duplicate: true, item: { operation: 'tool:bash' } })
    expect((await see(test, id)).events).toEqual(['added'])
  })

  it('names the field that is wrong', async () => {
    const { key } = await makeProject()
    const wrong = { operation: '', error: 'x', category: 'transient' }
    await expect(postDeadLetter.run(key, wrong as Letter)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'operation' }, { path: 'category' }],
    })
  })
})

describe('a worker', () => {
  it('claims what is due, and backs off longer each time until only a person may ask', async () => {
    const test = await makeProject()
    const id = await add(test)
    expect(await claim(test, 59)).toEqual([])
    const waits: (number | null)[] = []
    const secondsTo = (iso: string | null) => (iso === null ? null : (Date.parse(iso) - noon) / 1000 - at)
    let at = 60
    for (const attempt of [1, 2, 3]) {
      expect(await claim(test, at)).toMatchObject([{ id, attempt, status: 'retrying', leasedBy: 'key test key' }])
      const { item } = await report(test, at, id, attempt, false)
      waits.push(secondsTo(item.nextRetry))
      at += 3600
    }
    expect(waits).toEqual([300, 900, null])
    expect(await claim(test, 1e7)).toEqual([])
    const kinds = ['added', 'retried', 'failed', 'retried', 'failed', 'retried', 'failed']
    expect(await see(test, id)).toMatchObject({ error: 'exit 2', retryCount: 3, waitsFor: 'person', events: kinds })
  })

  it('resolves with a success, and the outcome counts once', async () => {
    const test = await makeProject()
    const id = await add(test)
    await claim(test, 60)
    expect((await report(test, 70, id, 1, true)).item).toMatchObject({
      status: 'resolved',
      nextRetry: null,
      leasedBy: null,
    })
    await expect(report(test, 71, id, 1, false)).rejects.toMatchObject({ code: 'conflict' })
    expect((await see(test, id)).events).toEqual(['added', 'retried', 'resolved'])
  })

  it('loses the item after five minutes: the attempt is lost, and its late word counts no more', async () => {
    const test = await makeProject()
    const id = await add(test)
    await claim(test, 60)
    expect(await claim(test, 359)).toEqual([])
    await expect(report(test, 360, id, 1, true)).rejects.toMatchObject({ code: 'conflict' })
    expect(await claim(test, 360)).toEqual([])
    expect(await see(test, id)).toMatchObject({ status: 'pending', retryCount: 1, nextRetry: later(660).toISOString() })
    expect(await claim(test, 660)).toMatchObject([{ id, attempt: 2 }])
    await expect(report(test, 661, id, 1, true)).rejects.toMatchObject({ code: 'conflict' })
    expect((await see(test, id)).events).toEqual(['added', 'retried', 'lease_lost', 'retried'])
  })

  it('never gets what another one got at the same instant', async () => {
    const test = await makeProject()
    const ids = await Promise.all(Array.from({ length: 30 }, () => add(test)))
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(test, 60, 10)))
    const claimed = claims.flat().map((item) => item.id)
    expect(claimed.toSorted()).toEqual(ids.toSorted())
    expect(await test.key.db.deadLetterEvent.count({ where: { projectId: test.project.id, kind: 'retried' } })).toBe(30)
  })

  it('gets no more than it asked for, however the database joins', async () => {
    const test = await makeProject()
    await Promise.all([1, 2, 3, 4].map(() => add(test)))
    const leased = await test.key.db.$transaction(async (tx) => {
      for (const way of ['hashagg', 'hashjoin', 'mergejoin', 'material', 'sort'])
        await tx.$executeRawUnsafe(`SET LOCAL enable_${way} = off`)
      return lease(tx, { projectId: test.project.id, where: Prisma.sql`true`, limit: 1, by: 'worker', now: later(60) })
    })
    expect(leased).toHaveLength(1)
  })

  it('gets only operations that begin with its prefix, of its own project', async () => {
    const [test, other] = [await makeProject(), await makeProject()]
    await add(other)
    await add(test, { operation: 'mcp:click' })
    await add(test, { operation: 'toolbox:x' })
    const id = await add(test, { operation: 'tool:%' })
    expect((await claim(test, 60)).map((item) => item.id)).toEqual([id])
  })

  it('cannot speak for an item that another one holds', async () => {
    const test = await makeProject()
    const id = await add(test)
    await claim(test, 60)
    const other = await test.as('reviewer', 'Rita')
    await expect(
      reportDeadLetter.run({ ...other, now: () => later(61) }, { deadLetterId: id, attempt: 1, outcome: 'success' }),
    ).rejects.toMatchObject({ code: 'conflict', message: 'this item is claimed by key test key' })
  })
})

describe('a person', () => {
  it('has what no retry comes to by itself tried again at once', async () => {
    const test = await makeProject()
    const reviewer = await test.as('reviewer', 'Rita')
    const id = await add(test, { category: 'PERMANENT' })
    const { item } = await actOnDeadLetter.run(
      { ...reviewer, now: () => later(5) },
      { deadLetterId: id, action: 'retry' },
    )
    expect(item).toMatchObject({ status: 'pending', nextRetry: later(5).toISOString(), waitsFor: 'worker' })
    expect(await claim(test, 5)).toMatchObject([{ id, attempt: 1 }])
    expect((await report(test, 6, id, 1, false)).item).toMatchObject({ nextRetry: null, waitsFor: 'person' })
  })

  it('ends many at once; each one is told apart, and every end is on record', async () => {
    const test = await makeProject()
    const [free, held, done] = [await add(test), await add(test, { operation: 'mcp:x' }), await add(test)]
    const reviewer = await test.as('reviewer', 'Rita')
    await actOnDeadLetter.run(reviewer, { deadLetterId: done, action: 'resolve' })
    await claimDeadLetters.run(test.at(later(60)), { operation: 'mcp:' })
    const unknown = '0198a000-0000-7000-8000-00000000dead'
    const ids = [free, held, done, unknown, free]
    const answer = await actOnDeadLetters.run(reviewer, { action: 'abandon', ids, reason: 'the tool is gone' })
    expect(answer).toMatchObject({ done: 1, refused: 3 })
    expect(answer.results).toMatchObject([
      { id: free, ok: true, status: 'abandoned', error: null },
      { id: held, ok: false, status: 'retrying', error: expect.stringMatching(/^it is being retried by key test key/) },
      { id: done, ok: false, status: 'resolved', error: 'it is resolved already' },
      { id: unknown, ok: false, status: null, error: 'not found' },
    ])
    const { events } = await getDeadLetter.run(test.key, { deadLetterId: free })
    expect(events.at(-1)).toMatchObject({ kind: 'abandoned', by: 'Rita', note: 'the tool is gone' })
    const audited = await test.key.db.auditEvent.findMany({
      where: { projectId: test.project.id },
      orderBy: { at: 'asc' },
    })
    expect(audited.map(({ action, subject, actor }) => [action, subject, actor])).toEqual([
      ['dead_letter.resolved', `dead-letter:${done}`, 'Rita'],
      ['dead_letter.abandoned', `dead-letter:${free}`, 'Rita'],
    ])
  })

  it('gives a reason to abandon, and moves nothing of another project', async () => {
    const [test, other] = [await makeProject(), await makeProject()]
    const id = await add(other)
    const reviewer = await test.as('reviewer')
    await expect(actOnDeadLetters.run(reviewer, { action: 'abandon', ids: [id] })).rejects.toMatchObject({
      issues: [{ path: 'reason' }],
    })
    expect(await actOnDeadLetters.run(reviewer, { action: 'resolve', ids: [id] })).toMatchObject({
      done: 0,
      refused: 1,
    })
    expect((await see(other, id)).status).toBe('pending')
  })

  it('of two at the same instant one ends it', async () => {
    const test = await makeProject()
    const id = await add(test)
    const people = await Promise.all([test.as('reviewer'), test.as('admin')])
    const ends = await Promise.allSettled(
      people.map((person) => actOnDeadLetter.run(person, { deadLetterId: id, action: 'resolve' })),
    )
    expect(ends.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await see(test, id)).events).toEqual(['added', 'resolved'])
  })
})

describe('the list', () => {
  it('goes on exactly where a page ended, and counts what fits the other filters', async () => {
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
  ])('finds by %j', async (filter, operations) => {
    const test = await makeProject()
    await add(test, { operation: 'a', runId: 'run-1' })
    await add(test, { operation: 'b', error: 'exit 7% of it', sessionId: 's-1' })
    await add(test, { operation: 'c', category: 'INTERNAL' })
    const { items } = await listDeadLetters.run(test.key, filter)
    expect(items.map((item) => item.operation)).toEqual(operations)
  })

  it('refuses a cursor that is none', async () => {
    const { key } = await makeProject()
    await expect(listDeadLetters.run(key, { cursor: 'x' })).rejects.toMatchObject({ issues: [{ path: 'cursor' }] })
  })
})
