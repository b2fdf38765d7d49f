import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { decideGate } from '../gates/act'
import { openGate } from '../gates/open'
import { refreshReviewItems } from '../runs/review-items'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody } from '../testing/factories'
import { badRuns, goodRuns, see } from '../testing/regressed-chain'
import { giveVerdict } from './verdict'

describe('a random audit', () => {
  const shares = async (audit_share: number, count: number) => {
    const test = await makeProject()
    await configure(test, { review: { audit_share } })
    const ids = await ingest(
      test.key,
      Array.from({ length: count }, (_, index) => runBody({ id: `r${index}` })),
    )
    const rows = await getDb().reviewItem.findMany({ where: { projectId: test.project.id } })
    return { ...test, ids, rows }
  }

  it('draws the configured share of runs and stores the probability; none at 0', async () => {
    expect((await shares(0, 20)).rows).toEqual([])
    const { rows } = await shares(0.3, 400)
    expect(rows.every(({ probability }) => probability === 0.3)).toBe(true)
    // Six standard deviations: a fair draw misses it once in half a billion.
    expect(Math.abs(rows.length - 120)).toBeLessThan(6 * Math.sqrt(400 * 0.3 * 0.7))
  })

  it('is drawn once for each run, and repeated refreshes keep the result', async () => {
    const { rows, project, ids } = await shares(0.5, 40)
    const news = [...ids.values()].map((runId) => ({ runId, auditShare: 0.5 }))
    await inTransaction({ db: getDb() }, (tx) => refreshReviewItems(tx, project.id, news))
    const after = await getDb().reviewItem.findMany({ where: { projectId: project.id } })
    const drawnOf = (items: typeof rows) => items.map(({ runId, probability }) => `${runId} ${probability}`).toSorted()
    expect(drawnOf(after)).toEqual(drawnOf(rows))
  })

  it('of a run that only the gate of its version decided still waits; not of one whose own gate a person decided', async () => {
    const test = await makeProject()
    const reviewer = await test.as('admin')
    await configure(test, { review: { audit_share: 1 } })
    await ingest(test.key, goodRuns())
    const worse = await ingest(test.key, badRuns())
    const decide = async (gateId: string) => {
      const { evidenceDigest } = await see(reviewer, gateId)
      await decideGate.run(reviewer, { gateId, verdict: 'rejected', reason: 'Worse.', evidenceDigest })
    }
    const ofVersion = await getDb().gate.findFirstOrThrow({ where: { projectId: test.project.id, kind: 'regression' } })
    await decide(ofVersion.id)
    const [runId = '', ...others] = [...worse.values()]
    const itemsOf = async (ids: string[]) => {
      const where = { projectId: test.project.id, runId: { in: ids } }
      return (await getDb().reviewItem.findMany({ where })).map(({ state, reasons }) => [state, reasons])
    }
    expect(await itemsOf(others)).toEqual(others.map(() => ['waiting', ['audit']]))
    await giveVerdict.run(reviewer, { runId: others[0] ?? '', verdict: 'reject', reason: 'Empty.' })
    expect(await itemsOf(others.slice(0, 1))).toEqual([['done', []]])
    await decide((await openGate.run(reviewer, { runId, question: 'Good?' })).gate.id)
    expect(await itemsOf([runId])).toEqual([['done', []]])
  })

  it('stores the probability with verdicts on drawn runs, flagged or not, and null with others', async () => {
    const test = await makeProject()
    const admin = await test.as('admin')
    await configure(test, { review: { audit_share: 1 } })
    const ids = await ingest(test.key, [runBody({ id: 'plain' }), runBody({ id: 'failed', status: 'failed' })])
    await configure(test, { review: { audit_share: 0 } })
    for (const [id, runId] of await ingest(test.key, [runBody({ id: 'other', status: 'failed' })])) ids.set(id, runId)
    const chances: Record<string, number | null> = {}
    for (const [id, runId] of ids) {
      await giveVerdict.run(admin, { runId, verdict: 'approve' })
      const where = { projectId: test.project.id, runId, evaluator: 'human' }
      chances[id] = (await getDb().signal.findFirstOrThrow({ where })).probability
    }
    expect(chances).toEqual({ plain: 1, failed: 1, other: null })
  })
})
