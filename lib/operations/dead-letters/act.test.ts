import { describe, expect, it } from 'vitest'
import { add, claim, later, report, see } from '../testing/dead-letters'
import { makeProject } from '../testing/factories'
import { actOnDeadLetter, actOnDeadLetters } from './act'
import { claimDeadLetters } from './lease'
import { getDeadLetter } from './list'

describe('a person', () => {
  it('retries an item immediately even if it is never retried automatically', async () => {
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

  it('ends many items in one call, with a result per item and an event for each', async () => {
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

  it('must give a reason to abandon, and cannot move items of another project', async () => {
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

  it('ends an item only once when two try concurrently', async () => {
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
