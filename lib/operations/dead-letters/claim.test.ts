import { describe, expect, it } from 'vitest'
import { Prisma } from '@/lib/db/generated/client'
import { putRedaction } from '../data/policy'
import { sweepDeadLetters } from '../retries/process'
import { add, claim, later, noon, report, see } from '../testing/dead-letters'
import { makeProject } from '../testing/factories'
import { lease, reportDeadLetter } from './lease'
import { getDeadLetter } from './list'

describe('a worker', () => {
  it('claims due items, with longer waits after each failure, until only a person may retry', async () => {
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

  it("reports what failed again with everything redacted that the project's rules name", async () => {
    const test = await makeProject()
    await putRedaction.run(await test.as('admin'), { kinds: ['email'], expected: 0 })
    const id = await add(test)
    await claim(test, 60)
    const failed = { deadLetterId: id, attempt: 1, outcome: 'failure' as const, error: 'no mailbox of ada@example.com' }
    await reportDeadLetter.run(test.at(later(70)), { ...failed, note: 'asked ada@example.com' })
    const { item, events } = await getDeadLetter.run(test.key, { deadLetterId: id })
    expect(item.error).toBe('no mailbox of [redacted: email]')
    expect(JSON.stringify(events)).not.toContain('ada@example.com')
  })

  it('resolves an item with a success, and each outcome counts once', async () => {
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

  it('loses its lease and the attempt after five minutes, and a late report is rejected', async () => {
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

  it('never gets an item that another worker claims at the same time', async () => {
    const test = await makeProject()
    const ids = await Promise.all(Array.from({ length: 30 }, () => add(test)))
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(test, 60, 10)))
    const claimed = claims.flat().map((item) => item.id)
    expect(claimed.toSorted()).toEqual(ids.toSorted())
    expect(await test.key.db.deadLetterEvent.count({ where: { projectId: test.project.id, kind: 'retried' } })).toBe(30)
  })

  it('never gets more items than it asked for, whatever join the database plans', async () => {
    const test = await makeProject()
    await Promise.all([1, 2, 3, 4].map(() => add(test)))
    const leased = await test.key.db.$transaction(async (tx) => {
      for (const way of ['hashagg', 'hashjoin', 'mergejoin', 'material', 'sort'])
        await tx.$executeRawUnsafe(`SET LOCAL enable_${way} = off`)
      return lease(tx, { projectId: test.project.id, where: Prisma.sql`true`, limit: 1, by: 'worker', now: later(60) })
    })
    expect(leased).toHaveLength(1)
  })

  it('gets only operations with its prefix, in its own project', async () => {
    const [test, other] = [await makeProject(), await makeProject()]
    await add(other)
    await add(test, { operation: 'mcp:click' })
    await add(test, { operation: 'toolbox:x' })
    const id = await add(test, { operation: 'tool:%' })
    expect((await claim(test, 60)).map((item) => item.id)).toEqual([id])
  })

  it('cannot report the outcome of an item that another actor claimed', async () => {
    const test = await makeProject()
    const id = await add(test)
    await claim(test, 60)
    const other = await test.as('reviewer', 'Rita')
    await expect(
      reportDeadLetter.run({ ...other, now: () => later(61) }, { deadLetterId: id, attempt: 1, outcome: 'success' }),
    ).rejects.toMatchObject({ code: 'conflict', message: 'this item is claimed by key test key' })
  })
})

describe('an unreadable item', () => {
  const spoil = (test: Awaited<ReturnType<typeof makeProject>>, id: string) =>
    test.key.db.deadLetter.update({
      where: { projectId_id: { projectId: test.project.id, id } },
      data: { category: 'UNHEARD_OF' },
    })

  it('does not block the others, whether it is waiting or its lease expired', async () => {
    const test = await makeProject()
    const [bad, fine] = [await add(test), await add(test)]
    await spoil(test, bad)
    expect((await claim(test, 60)).map(({ id }) => id)).toEqual([fine])
    await report(test, 60, fine, 1, false)
    expect((await claim(test, 3600)).map(({ id }) => id)).toEqual([fine])
  })

  it('is recorded as failing work and does not block the release of other leases', async () => {
    const test = await makeProject()
    const [bad, fine] = [await add(test), await add(test)]
    await claim(test, 60)
    await spoil(test, bad)
    await sweepDeadLetters(test.key.db, () => later(3600))
    expect((await see(test, fine)).events).toContain('lease_lost')
    const where = { projectId: test.project.id }
    expect(await test.key.db.failingWork.findMany({ where })).toMatchObject([{ kind: 'dead_letter', item: bad }])
  })
})
