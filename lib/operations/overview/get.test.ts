import { describe, expect, it } from 'vitest'
import type { Period } from '@/lib/contracts/overview'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { sampleOf } from '@/lib/engine/stats/descriptive'
import { boundedInterval, wilsonInterval } from '@/lib/engine/stats/intervals'
import { publishVersion } from '../chains/publish'
import { reviewRun, undoReview } from '../reviews/review'
import { listRuns } from '../runs/list'
import { ingest, makeProject, runBody } from '../testing/factories'
import { getOverview } from './get'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

const bodies: RunBody[] = [
  runBody({ id: 'a', startedAt: ago(1), signals: { self: 0.9, peer: 0.8 } }),
  runBody({ id: 'b', startedAt: ago(30), output: {}, signals: { peer: 0.2 } }),
  runBody({ id: 'c', startedAt: ago(100), tokens: { input: 900, output: 100 } }),
  runBody({ id: 'd', startedAt: ago(100), chain: 'other', status: 'failed', output: null }),
  runBody({ id: 'e', startedAt: ago(160), version: '1.0.1' }),
  runBody({ id: 'before', startedAt: ago(200), output: {} }),
  runBody({ id: 'old', startedAt: ago(24 * 40) }),
  // Around the edges of each range, which are in the middle of a day.
  ...[7, 14, 30, 60, 90, 180].flatMap((days) =>
    [-26, -13, -2, -1, 0, 1, 13, 26].map((hours) =>
      runBody({
        id: `${days} days and ${hours} hours`,
        startedAt: ago(24 * days + hours),
        tokens: { input: 900, output: 300 + 10 * hours },
      }),
    ),
  ),
]

/** Computes the same figures directly from the summaries. */
async function figuresOf(projectId: string, period: Pick<Period, 'from' | 'to'>) {
  const rows = await getDb().runSummary.findMany({
    where: { projectId, occurredAt: { gte: period.from ?? new Date(0), lt: period.to } },
  })
  const compared = rows.filter((row) => row.quality !== null && row.kind === 'live')
  const scores = compared.filter((row) => row.band !== null).flatMap((row) => row.quality ?? [])
  const confidences = rows.flatMap((row) => row.confidence ?? [])
  const banded = rows.filter((row) => row.band !== null)
  const good = banded.filter((row) => row.band === 'good').length
  const reviewed = rows.filter((row) => row.humanOrigin === 'review').length
  const mean = (values: number[]) =>
    values.length > 0 ? close(values.reduce((sum, value) => sum + value, 0) / values.length) : null
  const sample = sampleOf(scores)
  return {
    runs: rows.length,
    failedRuns: rows.filter((row) => row.status === 'failed').length,
    quality: {
      n: scores.length,
      mean: mean(scores),
      interval: (sample && boundedInterval(sample, [0, 1]))?.map(close) ?? null,
    },
    good: {
      n: good,
      of: banded.length,
      share: banded.length > 0 ? close(good / banded.length) : null,
      interval: banded.length > 0 ? wilsonInterval(good, banded.length).map(close) : null,
    },
    confidence: { n: confidences.length, mean: mean(confidences), interval: null },
    reviewed: expect.objectContaining({ n: reviewed, of: rows.length }),
    grades: Object.fromEntries(
      ['excellent', 'good', 'acceptable', 'poor', 'failed'].map((grade) => [
        grade,
        rows.filter((row) => row.grade === grade).length,
      ]),
    ),
    notGraded: rows.filter((row) => row.grade === null).length,
    decisions: Object.fromEntries(
      ['accept', 'iterate', 'accept_best', 'escalate', 'insufficient_evidence'].map((decision) => [
        decision,
        rows.filter((row) => row.decision === decision).length,
      ]),
    ),
  }
}

const close = (value: number) => expect.closeTo(value, 9)

async function filledProject() {
  const test = await makeProject()
  const ids = await ingest(test.key, bodies)
  return { ...test, ids }
}

describe('the overview', () => {
  it.each(['24h', '7d', '30d', '90d', 'all'] as const)('of %s matches the runs', async (range) => {
    const { key, project } = await filledProject()
    const { current, previous, buckets, flagged } = await getOverview.run(key, { range })
    expect(current).toMatchObject(await figuresOf(project.id, current))
    if (previous) expect(previous).toMatchObject(await figuresOf(project.id, previous))
    expect(previous === null).toBe(range === 'all')
    expect(buckets.reduce((sum, bucket) => sum + bucket.runs, 0)).toBe(current.runs)
    for (const { start, end, ...bucket } of buckets) {
      const { runs, failedRuns, quality, good, confidence } = await figuresOf(project.id, { from: start, to: end })
      expect(bucket).toMatchObject({ runs, failedRuns, quality, good, confidence })
    }
    const summaries = { projectId: project.id, occurredAt: { gte: current.from ?? new Date(0), lt: current.to } }
    expect(flagged).toBe(await getDb().runSummary.count({ where: { ...summaries, flag: { not: null } } }))
  })

  it('counts the runs of a candidate, but excludes them from means and shares until it is live', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody({ signals: { peer: 0.9 } }), runBody({ signals: { peer: 0.7 } })])
    const alone = await getOverview.run(test.key, {})
    await publishVersion.run(test.key, { chain: 'answers', version: '1.1.0', candidate: true })
    const poor = { version: '1.1.0', output: { answer: '' }, signals: { peer: 0.1 } }
    await ingest(test.key, [runBody(poor), runBody({ ...poor, status: 'failed', error: 'no' }), runBody(poor)])
    const { current, buckets } = await getOverview.run(test.key, {})
    const { quality, good, confidence } = alone.current
    expect(current).toMatchObject({ runs: 5, candidateRuns: 3, failedRuns: 1, quality, good, confidence })
    expect(buckets.at(-1)).toMatchObject({ runs: 5, quality, good, confidence })
    const countOf = async (candidate?: 'true' | 'false') =>
      (await listRuns.run(test.key, candidate ? { candidate } : {})).runs.length
    expect([await countOf(), await countOf('true'), await countOf('false')]).toEqual([5, 3, 2])
    await publishVersion.run(test.key, { chain: 'answers', version: '1.1.0' })
    const after = await getOverview.run(test.key, {})
    expect(after.current).toMatchObject({ candidateRuns: 0, ...(await figuresOf(test.project.id, after.current)) })
  })

  it('matches the runs after a review and after it is undone', async () => {
    const { key, project, ids, as } = await filledProject()
    const reviewer = await as('reviewer')
    const start = await getOverview.run(key, {})
    const runId = ids.get('b') ?? ''
    const { decision } = await reviewRun.run(reviewer, { runId, verdict: 'approve' })
    const reviewed = await getOverview.run(key, {})
    expect(reviewed.current).toMatchObject(await figuresOf(project.id, reviewed.current))
    expect(reviewed.current.reviewed.n).toBe(1)
    expect(reviewed.current.confidence.mean).not.toBe(start.current.confidence.mean)
    await undoReview.run(reviewer, { runId, decisionId: decision.id })
    const undone = await getOverview.run(key, {})
    expect(undone.current).toMatchObject(await figuresOf(project.id, undone.current))
    expect(undone.current.decisions).toEqual(start.current.decisions)
  })

  it('of a project without runs has all buckets, and null instead of figures', async () => {
    const { at } = await makeProject()
    const overview = await getOverview.run(at(new Date('2026-03-04T10:30:00Z')), {})
    expect(overview).toMatchObject({ everAnyRun: false, latestRunAt: null, flagged: 0, versions: [] })
    expect(overview.current).toMatchObject({
      runs: 0,
      quality: { n: 0, mean: null, interval: null },
      good: { of: 0, share: null, interval: null },
      confidence: { mean: null },
      reviewed: { share: null },
    })
    expect(overview.buckets).toHaveLength(8)
    expect(overview.buckets.every((bucket) => bucket.runs === 0 && bucket.quality.mean === null)).toBe(true)
  })

  it('of one run has a mean without an interval', async () => {
    const { key } = await makeProject()
    await ingest(key, [runBody()])
    const { current } = await getOverview.run(key, {})
    expect(current.quality).toMatchObject({ n: 1, interval: null })
    expect(current.quality.mean).not.toBeNull()
  })

  it('of equal scores has an interval with a width: five that agree do not make a mean certain', async () => {
    const { key } = await makeProject()
    await ingest(
      key,
      Array.from({ length: 5 }, () => runBody()),
    )
    const { quality } = (await getOverview.run(key, {})).current
    const [low = Number.NaN, high = Number.NaN] = quality.interval ?? []
    expect(quality.n).toBe(5)
    expect(high - low).toBeGreaterThan(0.3)
  })

  it('gives the time of the latest run if the range has none', async () => {
    const { key } = await makeProject()
    await ingest(key, [runBody({ startedAt: '2026-01-02T03:04:05Z' })])
    const overview = await getOverview.run({ ...key, now: () => new Date('2026-06-01T00:00:00Z') }, { range: '7d' })
    expect(overview).toMatchObject({ everAnyRun: true, latestRunAt: '2026-01-02T03:04:05.000Z', current: { runs: 0 } })
  })

  it('filters by chains; an unknown chain has no runs', async () => {
    const { key } = await filledProject()
    const other = await getOverview.run(key, { chain: ['other'] })
    expect(other.current).toMatchObject({ runs: 1, failedRuns: 1 })
    expect(other.versions.map((row) => row.chain)).toEqual(['other'])
    const none = await getOverview.run(key, { chain: ['nowhere'] })
    expect(none).toMatchObject({ current: { runs: 0 }, latestRunAt: null, everAnyRun: true })
  })

  it('marks a version at its first run, if that is within the range', async () => {
    const { key } = await filledProject()
    const { versions, newVersions } = await getOverview.run(key, { range: '7d' })
    expect(versions.map(({ chain, version }) => `${chain} ${version}`)).toEqual(['answers 1.0.1', 'other 1.0.0'])
    expect(newVersions).toBe(2)
  })

  it('marks a version by the hour of its first run, on the day with which the range begins too', async () => {
    const { key } = await makeProject()
    const at = (version: string, startedAt: string) => runBody({ version, startedAt })
    await ingest(key, [
      at('1', '2026-05-25T03:00:00Z'),
      at('1', '2026-05-25T09:00:00Z'),
      at('2', '2026-05-25T09:00:00Z'),
    ])
    const overview = await getOverview.run({ ...key, now: () => new Date('2026-06-01T06:30:00Z') }, { range: '7d' })
    expect(overview.versions).toEqual([{ chain: 'answers', version: '2', firstSeenAt: '2026-05-25T09:00:00.000Z' }])
  })

  it('counts the new versions of which it marks only the first', async () => {
    const { key } = await makeProject()
    await ingest(
      key,
      Array.from({ length: 203 }, (_, place) => runBody({ version: `1.${place}` })),
    )
    const { versions, newVersions } = await getOverview.run(key, { range: '7d' })
    expect([versions.length, newVersions]).toEqual([200, 203])
  })

  it('counts pending gates, and those due by the end of the project’s day', async () => {
    const { key, project } = await filledProject()
    const chain = await getDb().chain.findFirstOrThrow({ where: { projectId: project.id, name: 'answers' } })
    const version = await getDb().chainVersion.findFirstOrThrow({ where: { projectId: project.id, chainId: chain.id } })
    await getDb().project.update({ where: { id: project.id }, data: { timeZone: 'America/New_York' } })
    const now = new Date('2026-11-21T02:00:00Z')
    const gate = (id: number, deadlineAt: string, state = 'pending') => ({
      projectId: project.id,
      id: `00000000-0000-7000-8000-00000000000${id}`,
      kind: 'manual',
      chainId: chain.id,
      versionId: version.id,
      title: 't',
      question: 'q',
      state,
      openedBy: 'test',
      openedAt: now,
      deadlineAt,
      warnAt: deadlineAt,
    })
    await getDb().gate.deleteMany({ where: { projectId: project.id } })
    const rows = [
      gate(1, '2026-11-21T04:59:00Z'),
      gate(2, '2026-11-21T05:01:00Z'),
      gate(3, '2026-11-20T00:00:00Z'),
      gate(4, '2026-11-21T03:00:00Z', 'approved'),
    ]
    await getDb().gate.createMany({ data: rows })
    const { gates } = await getOverview.run({ ...key, now: () => now }, {})
    expect(gates).toEqual({ pending: 3, dueToday: 2 })
    expect((await getOverview.run({ ...key, now: () => now }, { chain: ['other'] })).gates).toEqual({
      pending: 0,
      dueToday: 0,
    })
  })

  it('of one project never includes runs of another', async () => {
    await filledProject()
    const { key, as } = await makeProject()
    await ingest(key, [runBody()])
    expect((await getOverview.run(key, { range: 'all' })).current.runs).toBe(1)
    const stranger = await (await makeProject()).as('admin')
    const { projectSlug } = await as('viewer')
    await expect(getOverview.run({ ...stranger, projectSlug }, {})).rejects.toMatchObject({ code: 'not_found' })
  })
})
