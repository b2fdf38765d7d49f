import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { nextReviews } from '../review-queue/claim'
import { giveVerdict } from '../review-queue/verdict'
import { reviewRun } from '../reviews/review'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { drawnRun } from '../testing/review-queue'
import { getCalibration } from './calibration'
import { learnFromVerdicts } from './learn'

/** The self signal is always high; the peer signal separates good from bad. */
const body = (at: number) =>
  runBody({ id: `run-${at}`, signals: { self: 0.95, peer: at % 2 ? 0.1 : 0.9 }, metadata: { model: 'small-1' } })

async function makeReviewed(count: number) {
  const test = await makeProject()
  const bodies = Array.from({ length: count }, (_, at) => body(at))
  const ids = await ingest(test.key, bodies)
  const reviewer = await test.as('reviewer')
  const review = async (from: number, to: number) => {
    for (let at = from; at < to; at++)
      await reviewRun.run(reviewer, {
        runId: ids.get(`run-${at}`) ?? '',
        verdict: at % 2 ? 'reject' : 'approve',
        ...(at % 2 && { reason: 'no' }),
      })
  }
  return { ...test, review }
}

const learn = ({ project }: TestProject) =>
  learnFromVerdicts(getDb(), [{ projectId: project.id, id: project.id }], () => new Date())
const see = ({ key }: TestProject) => getCalibration.run(key, { errors: 0.05 })

describe('the calibration of a project', () => {
  it('reports no figures before there is a verdict', async () => {
    expect(await see(await makeProject())).toMatchObject({
      enabled: true,
      verdicts: { total: 0, needed: 8 },
      confidence: { model: null, learned: { brier: { n: 0, mean: null, interval: null }, reliability: { bins: [] } } },
      forecast: { model: null, auroc: null },
      evaluators: [{ n: 0, agreement: null, bias: null }, {}, {}],
      autoAccept: { verdicts: 0, threshold: null },
      history: [],
    })
  })

  it('counts only predictions made before the verdict', async () => {
    const test = await makeReviewed(30)
    await test.review(0, 12)
    await learn(test)
    expect((await see(test)).confidence.learned.brier.n).toBe(0)
    await test.review(12, 30)
    const { confidence, forecast, verdicts } = await see(test)
    expect(verdicts).toMatchObject({ total: 30, approved: 15 })
    expect(confidence.learned.brier.n).toBe(18)
    expect(confidence.published.brier.n).toBe(18)
    expect(forecast.quality.brier.n).toBe(18)
    expect(forecast.ofShare).toMatchObject({ n: 18, interval: [expect.any(Number), expect.any(Number)] })
    expect(confidence.learned.brier.mean).toBeLessThan(confidence.published.brier.mean ?? 0)
    expect(confidence.model).toMatchObject({ version: 1, verdicts: 12 })
  })

  it('counts the verdicts on runs that were drawn, without those on runs that a person chose', async () => {
    const test = await drawnRun()
    await nextReviews.run(test.ada, { count: 1 })
    await giveVerdict.run(test.ada, { runId: test.runId, verdict: 'approve' })
    await configure(test, { review: { audit_share: 0 } })
    const chosen = (await ingest(test.key, [runBody({ id: 'chosen' })])).get('chosen') ?? ''
    await reviewRun.run(test.ada, { runId: chosen, verdict: 'approve' })
    expect((await see(test)).verdicts).toMatchObject({ total: 2, drawn: 1 })
  })

  it('warns of an evaluator that rates higher than people and of one that does not discriminate', async () => {
    const test = await makeReviewed(16)
    await test.review(0, 16)
    await learn(test)
    const [self, peer, downstream] = (await see(test)).evaluators
    expect(self?.runIds).toHaveLength(8)
    expect(peer?.runIds).toEqual([])
    expect(self).toMatchObject({ n: 16, agreement: 0.5, apart: 8, warnings: ['exceeds_people', 'says_nothing'] })
    expect(peer).toMatchObject({ n: 16, agreement: 1, warnings: [] })
    expect(downstream).toMatchObject({ n: 0, agreement: null })
    expect(peer?.learnedWeight).toBeGreaterThan(self?.learnedWeight ?? 1)
  })

  it('warns of a peer signal by the model that made the run', async () => {
    const test = await makeProject()
    const by = (model: string | null) => ({
      signals: [{ evaluator: 'peer' as const, value: 0.9, ...(model && { by: model }) }],
    })
    const ids = await ingest(
      test.key,
      [by('Small-1'), by('large-1'), by(null)].map((own, at) =>
        runBody({ id: `run-${at}`, metadata: { model: 'small-1' }, ...own }),
      ),
    )
    const reviewer = await test.as('reviewer')
    const approve = (id: string) => reviewRun.run(reviewer, { runId: ids.get(id) ?? '', verdict: 'approve' })
    const warnings = async () => (await see(test)).evaluators.find(({ evaluator }) => evaluator === 'peer')?.warnings
    await approve('run-1')
    await approve('run-2')
    expect(await warnings()).not.toContain('same_model')
    await approve('run-0')
    expect(await warnings()).toContain('same_model')
  })

  it('weighs audit verdicts by how much of each chain was judged, since people choose chains', async () => {
    const test = await makeProject()
    await configure(test, { review: { audit_share: 1 } })
    const bodies = ['often', 'rarely'].flatMap((chain) =>
      Array.from({ length: 120 }, (_, at) =>
        runBody({ id: `${chain}-${at}`, chain, signals: { self: 0.9, peer: 0.9 } }),
      ),
    )
    await ingest(test.key, bodies)
    const reviewer = await test.as('reviewer')
    const review = async (chain: string, count: number) => {
      for (let at = 0; at < count; at++) {
        const [item] = (await nextReviews.run(reviewer, { count: 1, chain })).items
        const verdict =
          chain === 'often' ? ({ verdict: 'approve' } as const) : ({ verdict: 'reject', reason: 'no' } as const)
        await giveVerdict.run(reviewer, { runId: item?.runId ?? '', ...verdict })
      }
    }
    await review('often', 5)
    await review('rarely', 5)
    await learn(test)
    await review('often', 95)
    await review('rarely', 10)
    const { autoAccept } = await getCalibration.run(test.key, { errors: 1 })
    expect(autoAccept).toMatchObject({ verdicts: 105, lacking: [] })
    // Half of the runs are of the chain whose runs are rejected, though only a tenth of the verdicts are.
    expect(autoAccept.wrong).toBeCloseTo(0.5, 1)
  })
})
