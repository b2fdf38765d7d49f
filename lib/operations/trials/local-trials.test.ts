import { describe, expect, it } from 'vitest'
import { DAY_MS } from '@/lib/contracts/durations'
import { getDb } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { putRedaction, putRetention } from '../data/policy'
import { sweepRetention } from '../erasure/retention'
import { makeProject } from '../testing/factories'
import { at, clock, GOOD, publishTried, runsOf, trialsOf } from '../testing/published-trials'
import { claimTrials, reportTrial } from './claim'
import { leaseTrials } from './lease'

async function publishLocal() {
  const test = await makeProject()
  await publishTried(test, null, { dryRuns: 0 })
  return test
}

describe('a local executor', () => {
  it('claims live trials exclusively, and its report becomes the run', async () => {
    const test = await publishLocal()
    const claims = await Promise.all(
      Array.from({ length: 6 }, () => claimTrials.run(test.key, { ...at, worker: 'laptop' })),
    )
    const claimed = claims.flatMap((claim) => claim.claimed)
    expect(new Set(claimed.map(({ trialId }) => trialId)).size).toBe(3)
    expect(claimed).toHaveLength(3)
    const first = claimed.find(({ scenario }) => scenario === 'one')
    if (!first) throw new Error('nothing was claimed')
    expect(first).toMatchObject({ kind: 'live', scenario: 'one', request: { question: 'one' }, attempt: 1 })
    const report = { trialId: first.trialId, attempt: 1 }
    expect(await reportTrial.run(test.key, { ...report, run: GOOD })).toMatchObject({ status: 'done', error: null })
    expect(await runsOf(test)).toMatchObject([{ kind: 'live', scenario: 'one', status: 'completed' }])
    await expect(reportTrial.run(test.key, { ...report, run: GOOD })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('leases no more than requested, whichever join the database chooses', async () => {
    const test = await publishLocal()
    const held = await getDb().$transaction(async (tx) => {
      for (const way of ['hashagg', 'hashjoin', 'mergejoin', 'material', 'sort'])
        await tx.$executeRawUnsafe(`SET LOCAL enable_${way} = off`)
      const now = clock()
      const where = Prisma.sql`w.status = 'queued'`
      return leaseTrials(tx, { projectId: test.project.id, where, limit: 1, by: 'worker', now, until: now })
    })
    expect(held).toHaveLength(1)
    expect((await trialsOf(test)).live).toMatchObject({ queued: 2, running: 1 })
  })

  it('reports an error as a failed run with its failure class', async () => {
    const test = await publishLocal()
    const { claimed } = await claimTrials.run(test.key, at)
    const report = { trialId: claimed[0]?.trialId ?? '', attempt: 1 }
    const error = { message: 'the command gave nothing within 60 s', code: 'ETIMEDOUT' }
    expect(await reportTrial.run(test.key, { ...report, error })).toMatchObject({ status: 'failed' })
    expect(await runsOf(test)).toMatchObject([{ status: 'failed', failureClass: 'timeout' }])
  })

  it("reports an error with everything redacted that the project's rules name", async () => {
    const test = await publishLocal()
    await putRedaction.run(await test.as('admin'), { kinds: ['email'], expected: 0 })
    const { claimed } = await claimTrials.run(test.key, at)
    const report = { trialId: claimed[0]?.trialId ?? '', attempt: 1 }
    const { error } = await reportTrial.run(test.key, { ...report, error: 'no mailbox of ada@example.com' })
    expect(error).toBe('no mailbox of [redacted: email]')
    expect(JSON.stringify(await trialsOf(test))).not.toContain('ada@example.com')
  })

  it('loses the text of an error with the texts of its run', async () => {
    const test = await publishLocal()
    const then = test.at(new Date(Date.now() - 9 * DAY_MS))
    const { claimed } = await claimTrials.run(then, at)
    const report = { trialId: claimed[0]?.trialId ?? '', attempt: 1 }
    await reportTrial.run(then, { ...report, error: 'no mailbox of ada@example.com' })
    await putRetention.run(await test.as('admin'), { contentDays: 1, runDays: null, expected: 0 })
    await sweepRetention(getDb(), () => new Date())
    const { trials } = await trialsOf(test)
    expect(JSON.stringify(trials)).not.toContain('ada@example.com')
    expect(trials.find(({ id }) => id === report.trialId)).toMatchObject({ status: 'failed' })
  })

  it('loses the trial with its lease, and another worker gets it', async () => {
    const test = await publishLocal()
    const { claimed } = await claimTrials.run(test.at(new Date(Date.now() - 3_600_000)), { ...at, limit: 3 })
    expect((await claimTrials.run(test.key, { ...at, limit: 3 })).claimed).toMatchObject([
      { attempt: 2 },
      { attempt: 2 },
      { attempt: 2 },
    ])
    const late = { trialId: claimed[0]?.trialId ?? '', attempt: 1, run: GOOD }
    await expect(reportTrial.run(test.key, late)).rejects.toMatchObject({ code: 'conflict' })
    expect(await runsOf(test)).toEqual([])
  })

  it('cannot claim trials of an HTTP executor or report those of another project', async () => {
    const test = await makeProject()
    await publishTried(test, 'https://203.0.114.1/run')
    await expect(claimTrials.run(test.key, at)).rejects.toMatchObject({ code: 'conflict' })
    const other = await makeProject()
    const [trial] = (await trialsOf(test)).trials
    const report = { trialId: trial?.id ?? '', attempt: 1, run: GOOD }
    await expect(reportTrial.run(other.key, report)).rejects.toMatchObject({ code: 'not_found' })
  })
})
