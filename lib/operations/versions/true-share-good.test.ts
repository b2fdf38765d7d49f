import { beforeAll, describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import type { TrueShareGood } from '@/lib/contracts/true-share-good'
import { getDb } from '@/lib/db/client'
import { getChain } from '../chains/get'
import { publishVersion } from '../chains/publish'
import { getVersion } from '../chains/version'
import type { Context } from '../context'
import { nextReviews } from '../review-queue/claim'
import { addReviews, moveReview } from '../review-queue/move'
import { giveVerdict } from '../review-queue/verdict'
import { reviewRun, undoReview } from '../reviews/review'
import { makeToolCaller } from '../testing/call-tool'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { AFTER_BOTH } from '../testing/two-weeks'
import { getWeek } from '../weekly/page'

let tools: Awaited<ReturnType<typeof makeToolCaller>>
beforeAll(async () => {
  tools = await makeToolCaller()
})

/** One run in W11 for each share of useful tokens. */
const spent = (shares: readonly number[], overrides: Partial<RunBody> = {}): RunBody[] =>
  shares.map((share, place) =>
    runBody({
      tokens: { input: 1000 - Math.round(1000 * share), output: Math.round(1000 * share) },
      startedAt: new Date(Date.UTC(2026, 2, 10, place)).toISOString(),
      ...overrides,
    }),
  )
const SHARES = Array.from({ length: 40 }, (_, place) => ((place * 7) % 40) / 40)

/** A project that draws no runs for the audit. */
async function undrawnProject(): Promise<TestProject> {
  const test = await makeProject()
  await configure(test, { review: { audit_share: 0 } })
  return test
}

/** Approves runs with a good share of useful tokens and rejects the others, inverted for every ninth. */
async function judge(test: TestProject, ids: ReadonlyMap<string, string>, bodies: readonly RunBody[]) {
  const reviewer = await test.as('reviewer')
  for (const [place, body] of bodies.entries()) {
    const isGood = (body.tokens?.output ?? 0) >= 500 !== (place % 9 === 8)
    const given = isGood ? { verdict: 'approve' as const } : { verdict: 'reject' as const, reason: 'No.' }
    await reviewRun.run(reviewer, { runId: ids.get(body.id ?? '') ?? '', ...given })
  }
}

const userIdOf = ({ actor }: Context) => (actor.kind === 'user' ? actor.userId : '')

/** A reviewer takes runs from the queue in its order, and judges each. */
async function work(test: TestProject, count: number, isGood: (clientId: string) => boolean) {
  const reviewer = await test.as('reviewer')
  for (let left = count; left > 0; ) {
    const { items } = await nextReviews.run(reviewer, { count: Math.min(left, 5) })
    if (items.length === 0) throw new Error('the queue is empty')
    left -= items.length
    for (const { runId, clientId } of items)
      await giveVerdict.run(
        reviewer,
        isGood(clientId) ? { runId, verdict: 'approve' } : { runId, verdict: 'reject', reason: 'No.' },
      )
  }
}

/** The tool's estimate for the same runs, read one by one. */
async function byTool(test: TestProject, versions: readonly string[]) {
  const rows = await getDb().runSummary.findMany({
    where: { projectId: test.project.id, kind: 'live', quality: { not: null } },
  })
  const names = await getDb().chainVersion.findMany({ where: { projectId: test.project.id } })
  const own = rows.filter((row) => versions.includes(names.find(({ id }) => id === row.versionId)?.version ?? ''))
  const automated = (row: (typeof own)[number]) => row.quality ?? 0
  const labelled = own.flatMap((row) =>
    row.humanOrigin === 'review'
      ? [{ automated: automated(row), verdict: row.human ?? 0, stratum: row.versionId }]
      : [],
  )
  const unlabelled = own.flatMap((row) =>
    row.humanOrigin === 'review' ? [] : [{ automated: automated(row), stratum: row.versionId }],
  )
  const answer = await tools.call('estimate_quality', { labelled, unlabelled })
  return { answer, runs: own.length, verdicts: labelled.length }
}

type ToolEstimate = Awaited<ReturnType<typeof byTool>>

function expectSame({ found, ...counted }: TrueShareGood, { answer, ...counts }: ToolEstimate) {
  const near = (value: unknown) => (typeof value === 'number' ? expect.closeTo(value, 9) : value)
  const range = (value: unknown) => (Array.isArray(value) ? value.map(near) : value)
  const alone = answer.labelsOnly as { estimate: number; interval: number[] }
  expect(counted).toMatchObject({ ...counts, automatedMean: near(answer.automatedMean) })
  expect(found).toMatchObject({
    estimate: near(answer.estimate),
    interval: range(answer.interval),
    method: answer.method,
    correlation: near(answer.correlation),
    effectiveVerdicts: near(answer.effectiveLabels),
    verdictsOnly: { estimate: near(alone.estimate), interval: range(alone.interval) },
    stratified: answer.stratified,
  })
}

describe('the true share good', () => {
  it('of version, chain and week matches the tool on the same runs', async () => {
    const test = await undrawnProject()
    const [first, second] = [spent(SHARES), spent(SHARES.slice(0, 20), { version: '1.1.0' })]
    const ids = await ingest(test.key, [...first, ...second])
    await judge(test, ids, [...first.slice(0, 18), ...second.slice(0, 3)])
    const dry = spent([0.1, 0.2], { kind: 'dry_run' })
    await judge(test, await ingest(test.key, dry), dry)
    const one = await getVersion.run(test.key, { chain: 'answers', version: '1.0.0' })
    const expected = await byTool(test, ['1.0.0'])
    expectSame(one.version.shareGood, expected)
    expect(one.version.shareGood).toMatchObject({ runs: 40, verdicts: 18, found: { method: 'ppi' } })
    // 1.1.0 has too few verdicts for a separate stratum.
    const both = await byTool(test, ['1.0.0', '1.1.0'])
    const { shareGood } = await getChain.run(test.key, { chain: 'answers' })
    expectSame(shareGood, both)
    expect(shareGood.found?.stratified).toBe(false)
    const { report } = await getWeek.run(test.at(AFTER_BOTH), { week: '2026-W11' })
    expect(report.shareGood).not.toBeNull()
    if (report.shareGood) expectSame(report.shareGood, both)
    const before = await getWeek.run(test.at(AFTER_BOTH), { week: '2026-W10' })
    expect(before.report.shareGood).toMatchObject({ runs: 0, verdicts: 0, found: null })
  })

  it('is estimated by strata if each has enough verdicts', async () => {
    const test = await undrawnProject()
    const [first, second] = [spent(SHARES), spent(SHARES, { version: '1.1.0' })]
    const ids = await ingest(test.key, [...first, ...second])
    await judge(test, ids, [...first.slice(0, 8), ...second.slice(0, 8)])
    const { shareGood } = await getChain.run(test.key, { chain: 'answers' })
    expectSame(shareGood, await byTool(test, ['1.0.0', '1.1.0']))
    expect(shareGood.found?.stratified).toBe(true)
  })

  it('uses only randomly drawn runs if there are enough of them, and says if they cover a part', async () => {
    const test = await makeProject()
    const share = (audit_share: number) => configure(test, { review: { audit_share } })
    const [picked, drawn] = [spent(SHARES.slice(0, 20)), spent(SHARES.slice(20))]
    await share(0)
    const ids = await ingest(test.key, picked)
    const read = async () => (await getChain.run(test.key, { chain: 'answers' })).shareGood
    await judge(test, ids, picked.slice(0, 10))
    expect(await read()).toMatchObject({ runs: 20, verdicts: 10, isRandom: false, found: {} })
    await share(1)
    await ingest(test.key, drawn)
    const audit = { drawn: 20, standsFor: 20, coversPart: true }
    const lacking = [{ isUrgent: false, drawn: 20, judged: 0, needed: 5 }]
    expect(await read()).toMatchObject({ verdicts: 0, isRandom: true, found: null, audit: { ...audit, lacking } })
    await work(test, 6, () => true)
    expect(await read()).toMatchObject({
      runs: 40,
      verdicts: 6,
      isRandom: true,
      audit: { ...audit, lacking: [] },
      found: { verdictsOnly: { estimate: 1 } },
    })
  })

  it('counts runs that people chose only for their share among the drawn', async () => {
    const test = await makeProject()
    await configure(test, { review: { audit_share: 1 } })
    const bodies = spent(SHARES)
    const ids = await ingest(test.key, bodies)
    const read = async () => (await getChain.run(test.key, { chain: 'answers' })).shareGood
    const reviewer = await test.as('reviewer')
    const named = (place: number) => ids.get(bodies[place]?.id ?? '') ?? ''
    const reject = { verdict: 'reject' as const, reason: 'No.' }
    // On its page, by an assignment, by its address, and by what is asked for.
    for (const place of [0, 1]) await reviewRun.run(reviewer, { runId: named(place), ...reject })
    await moveReview.run(reviewer, { runId: named(2), action: 'assign', userId: userIdOf(reviewer) })
    await addReviews.run(reviewer, { runIds: [named(3)], userId: null })
    for (const place of [2, 3, 4]) {
      await nextReviews.run(reviewer, { count: 1, first: named(place) })
      await giveVerdict.run(reviewer, { runId: named(place), ...reject })
    }
    expect(await read()).toMatchObject({ verdicts: 5, found: null, audit: { lacking: [{ drawn: 35, judged: 0 }] } })
    await work(test, 10, () => true)
    const { found } = await read()
    expect(found?.verdictsOnly.estimate).toBeCloseTo(35 / 40, 9)
  })

  it('is right though flagged runs are judged before others, the share changed, and part of the draw is open', async () => {
    const test = await makeProject()
    // Flagged runs are bad. Of the others, a fifth of the first part is bad, and half of the second, which is drawn five times as often.
    const isBad = new Set<string>()
    const period = (name: string, count: number, every: number): RunBody[] =>
      Array.from({ length: count }, (_, at) => {
        const id = `${name}-${at}`
        if (at % 10 === 0 || at % every === 0) isBad.add(id)
        return runBody({
          id,
          status: at % 10 === 0 ? 'failed' : 'completed',
          startedAt: new Date(Date.UTC(2026, 2, 10, 0, at)).toISOString(),
        })
      })
    const parts = [
      { share: 0.1, bodies: period('first', 200, 5) },
      { share: 0.5, bodies: period('second', 100, 2) },
    ]
    for (const { share, bodies } of parts) {
      await configure(test, { review: { audit_share: share } })
      await ingest(test.key, bodies)
    }
    const truth = 1 - isBad.size / 300
    const items = await getDb().reviewItem.findMany({
      where: { projectId: test.project.id, probability: { not: null } },
    })
    const urgent = items.filter(({ urgency }) => urgency > 0).length
    const others = items.length - urgent
    expect(urgent).toBeGreaterThan(0)
    const isGood = (clientId: string) => !isBad.has(clientId)
    const all = { projectId: test.project.id, state: 'waiting' }
    const flagged = await getDb().reviewItem.count({
      where: { ...all, reasons: { hasSome: ['flagged', 'new_failure'] } },
    })
    await work(test, flagged + Math.round(0.8 * others), isGood)
    const { report } = await getWeek.run(test.at(AFTER_BOTH), { week: '2026-W11' })
    const { shareGood } = await getChain.run(test.key, { chain: 'answers' })
    const [low = 1, high = 0] = shareGood.found?.interval ?? []
    // Three times as wide: chance alone misses it once in hundreds of millions.
    expect(Math.abs((shareGood.found?.estimate ?? 0) - truth)).toBeLessThan(1.5 * (high - low))
    expect(shareGood).toMatchObject({ isRandom: true, audit: { drawn: items.length, lacking: [] } })
    expect(shareGood.verdicts).toBeLessThan(items.length)
    expect(report.shareGood?.found?.estimate).toBeCloseTo(shareGood.found?.estimate ?? 0, 9)
    // By hand: each verdict stands for its stratum, drawn / probability over the judged.
    const judged = await getDb().runSummary.findMany({ where: { projectId: test.project.id, human: { not: null } } })
    const keyOf = (item: (typeof items)[number]) => `${item.urgency > 0} ${item.probability}`
    let [good, runs] = [0, 0]
    for (const own of Map.groupBy(items, keyOf).values()) {
      const represented = own.reduce((sum, { probability }) => sum + 1 / (probability ?? 1), 0)
      const said = judged.filter(({ id }) => own.some(({ runId }) => runId === id))
      expect(said.length).toBeGreaterThan(0)
      good += (represented * said.reduce((sum, { human }) => sum + (human ?? 0), 0)) / said.length
      runs += represented
    }
    expect(shareGood.found?.verdictsOnly.estimate).toBeCloseTo(good / runs, 9)
  })

  it('needs enough verdicts, not counting undone ones or ingested human signals', async () => {
    const test = await undrawnProject()
    const bodies = spent(SHARES)
    const ids = await ingest(test.key, [
      ...bodies,
      ...spent([0.5, 0.6], { signals: [{ evaluator: 'human', value: true }] }),
    ])
    const read = async () => (await getChain.run(test.key, { chain: 'answers' })).shareGood
    expect(await read()).toMatchObject({ runs: 42, verdicts: 0, found: null })
    await judge(test, ids, bodies.slice(0, 4))
    const reviewer = await test.as('reviewer')
    const runId = ids.get(bodies[4]?.id ?? '') ?? ''
    const { decision } = await reviewRun.run(reviewer, { runId, verdict: 'approve' })
    expect(await read()).toMatchObject({ verdicts: 5, found: { method: 'wilson' } })
    await undoReview.run(reviewer, { runId, decisionId: decision.id })
    expect(await read()).toMatchObject({ runs: 42, verdicts: 4, needed: 5, found: null })
  })

  it('of a chain excludes its candidates, whose own page shows theirs', async () => {
    const test = await undrawnProject()
    await publishVersion.run(test.key, { chain: 'answers', version: '1.0.0' })
    await publishVersion.run(test.key, { chain: 'answers', version: '1.1.0', candidate: true })
    const tried = spent(SHARES.slice(0, 9), { version: '1.1.0' })
    const ids = await ingest(test.key, [...spent(SHARES), ...tried])
    await judge(test, ids, tried)
    const { shareGood } = await getChain.run(test.key, { chain: 'answers' })
    expect(shareGood).toMatchObject({ runs: 40, verdicts: 0 })
    const { version } = await getVersion.run(test.key, { chain: 'answers', version: '1.1.0' })
    expect(version.shareGood).toMatchObject({ runs: 9, verdicts: 9 })
    const { report } = await getWeek.run(test.at(AFTER_BOTH), { week: '2026-W11' })
    expect(report.shareGood).toMatchObject({ runs: 40, verdicts: 0 })
  })
})
