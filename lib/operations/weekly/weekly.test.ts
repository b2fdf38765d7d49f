import { describe, expect, it } from 'vitest'
import { LISTED_CHAINS } from '@/lib/contracts/weekly/report'
import { getDb } from '@/lib/db/client'
import { publishVersion } from '../chains/publish'
import { updateChain } from '../chains/update'
import { actOnFailureGroups } from '../failures/act'
import { reviewRun } from '../reviews/review'
import { ingest, makeProject, runBody } from '../testing/factories'
import { AFTER_BOTH, makeTwoWeeks, runsFrom } from '../testing/two-weeks'
import { getWeek } from './page'

const week = '2026-W11'

describe('the page of a week', () => {
  it('compares each chain with the week before, and flags the one that dropped', async () => {
    const { at } = await makeTwoWeeks()
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report).toMatchObject({ from: '2026-03-09T00:00:00.000Z', to: '2026-03-16T00:00:00.000Z', hours: 168 })
    expect(report.totals).toMatchObject({ runs: 18, previousRuns: 18, current: { n: 18 }, previous: { n: 18 } })
    expect(report.chains.map(({ chain }) => chain)).toEqual(['answers', 'search'])
    const [answers, search] = report.chains
    const scores = await getDb().runSummary.findMany({
      where: {
        projectId: at(AFTER_BOTH).project.id,
        chainId: (await chainOf('answers', at(AFTER_BOTH).project.id)).id,
      },
      orderBy: { occurredAt: 'asc' },
    })
    const mean = (rows: typeof scores) => rows.reduce((sum, row) => sum + (row.quality ?? 0), 0) / rows.length
    expect(answers?.previous.mean).toBeCloseTo(mean(scores.slice(0, 12)), 12)
    expect(answers?.current.mean).toBeCloseTo(mean(scores.slice(12)), 12)
    expect(answers?.change).toMatchObject({ beyondNoise: true, isTooFew: false })
    expect(answers?.flags.map(({ kind }) => kind)).toEqual(['drop'])
    expect(answers?.flags[0]?.noise).toBeLessThan(0.05)
    expect(search).toMatchObject({ flags: [], change: { change: 0, beyondNoise: false } })
    expect(report.summary).toHaveLength(5)
    expect(report.summary[2]).toContain('1 of 2 chains is flagged: answers')
  })

  it('lists of very many chains those with the clearest changes and flags, and counts all in its sentences', async () => {
    const { at, key } = await makeTwoWeeks()
    const many = Array.from({ length: LISTED_CHAINS + 3 }, (_, place) => `quiet ${place}`)
    await ingest(
      key,
      many.flatMap((chain) => runsFrom('2026-03-10T08:00:00Z', 1, { chain })),
    )
    const { report, markdown } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.chainTotals).toEqual({ chains: many.length + 2, flags: 1 })
    expect(report.chains).toHaveLength(LISTED_CHAINS)
    expect(report.chains[0]).toMatchObject({ chain: 'answers', flags: [{ kind: 'drop' }] })
    expect(report.summary[2]).toContain(`1 of ${many.length + 2} chains is flagged: answers`)
    expect(markdown).toContain(`And ${many.length + 2 - 20} chains more.`)
  })

  it('reports a drop of confidence without a drop of score, and only there', async () => {
    const { at, key } = await makeTwoWeeks()
    const spoken = (self: number) => ({ chain: 'sure', signals: { self, peer: self, downstream: self } })
    await ingest(key, [
      ...runsFrom('2026-03-03T08:00:00Z', 6, spoken(0.9)),
      ...runsFrom('2026-03-10T08:00:00Z', 6, spoken(0.6)),
      ...runsFrom('2026-03-10T08:00:00Z', 6, { ...spoken(0.2), kind: 'dry_run' }),
    ])
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    const fallOf = (name: string) => report.chains.find(({ chain }) => chain === name)?.confidenceFall
    expect(fallOf('sure')?.prior).toBeCloseTo(0.9)
    expect(fallOf('sure')?.current).toBeCloseTo(0.6)
    expect(fallOf('search')).toBeNull()
    expect(report.summary[2]).toContain('confidence fell in sure (0.90 to 0.60)')
    expect(report.totals.confidence.previous).toBeCloseTo(0.9)
  })

  it('reports no drop of confidence for what people said of some runs', async () => {
    const { at, key, as } = await makeTwoWeeks()
    const judged = { chain: 'sure', signals: { peer: 0.9, downstream: 0.9 } }
    await ingest(key, runsFrom('2026-03-03T08:00:00Z', 6, judged))
    const taken = await ingest(key, runsFrom('2026-03-10T08:00:00Z', 6, judged))
    const reviewer = await as('reviewer')
    for (const runId of taken.values()) await reviewRun.run(reviewer, { runId, verdict: 'reject', reason: 'Wrong.' })
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.chains.find(({ chain }) => chain === 'sure')?.confidenceFall).toBeNull()
  })

  it('compares a chain that is scored by its confidence without what people said of some runs, and says so', async () => {
    const { at, key, as } = await makeTwoWeeks()
    const judged = { chain: 'sure', signals: { peer: 0.9, downstream: 0.9 } }
    await ingest(key, runsFrom('2026-02-20T08:00:00Z', 1, judged))
    await updateChain.run(await as('admin'), { chain: 'sure', profile: 'confidence' })
    await ingest(key, runsFrom('2026-03-03T08:00:00Z', 6, judged))
    const taken = await ingest(key, runsFrom('2026-03-10T08:00:00Z', 6, judged))
    const reviewer = await as('reviewer')
    for (const runId of taken.values()) await reviewRun.run(reviewer, { runId, verdict: 'reject', reason: 'Wrong.' })
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    const sure = report.chains.find(({ chain }) => chain === 'sure')
    expect(sure?.current.mean).toBeCloseTo((0.6 * 0.9) / 1.1, 12)
    expect(sure?.previous.mean).toBeCloseTo(0.9, 12)
    expect(sure?.change?.change).toBeCloseTo(0, 12)
    expect(sure?.comparedOn).toEqual(['self', 'peer', 'downstream'])
    expect(sure?.flags.map(({ kind }) => kind)).toEqual(['low'])
  })

  it('excludes dry runs from every mean', async () => {
    const { at, key } = await makeTwoWeeks()
    const before = (await getWeek.run(at(AFTER_BOTH), { week })).report.totals.confidence
    const dry = { kind: 'dry_run' as const, output: { answer: '' }, signals: { self: 0.1, peer: 0.1 } }
    await ingest(key, runsFrom('2026-03-11T00:00:00Z', 5, dry))
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.totals).toMatchObject({ runs: 23, current: { n: 18 }, confidence: before })
  })

  it('excludes runs of a candidate from the means of chains and units', async () => {
    const { at, key } = await makeTwoWeeks()
    await publishVersion.run(key, { chain: 'answers', version: '9.0.0', candidate: true })
    const nodes = [{ id: 'n1', name: 'tried', status: 'completed' as const }]
    const before = (await getWeek.run(at(AFTER_BOTH), { week })).report.totals.confidence
    const tried = { version: '9.0.0', output: { answer: '' }, nodes, signals: { self: 0.1, peer: 0.1 } }
    await ingest(key, runsFrom('2026-03-11T00:00:00Z', 5, tried))
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.totals).toMatchObject({ runs: 23, current: { n: 18 }, confidence: before })
    expect(report.units.map(({ node }) => node)).not.toContain('tried')
  })

  it('tracks failures through their life stages, by kind and node', async () => {
    const { at, key } = await makeTwoWeeks()
    const failing = (node: string, message: string) => ({
      status: 'failed' as const,
      nodes: [{ id: node, type: 'tool', status: 'failed' as const, error: { message } }],
    })
    await ingest(key, [
      ...runsFrom('2026-03-04T00:00:00Z', 2, failing('fetch', 'connection refused')),
      ...runsFrom('2026-03-10T00:00:00Z', 1, failing('read', 'permission denied')),
      ...runsFrom('2026-03-11T00:00:00Z', 3, failing('write', 'permission denied')),
    ])
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.failures.counts).toMatchObject({ new: 1, gone: 1, rising: 0 })
    expect(
      report.failures.groups.map(({ node, otherNodes, life, roots, previousRoots }) => [
        ...[node, otherNodes, life],
        ...[roots, previousRoots],
      ]),
    ).toEqual([
      ['write', 1, 'new', 4, 0],
      ['fetch', 0, 'gone', 0, 2],
    ])
  })

  it('lists a failure that came back after it was resolved, also if it occurred in both weeks', async () => {
    const { as, at, key, project } = await makeTwoWeeks()
    const failing = {
      status: 'failed' as const,
      nodes: [{ id: 'fetch', status: 'failed' as const, error: { message: 'connection refused' } }],
    }
    await ingest(key, runsFrom('2026-03-04T00:00:00Z', 3, failing))
    const { fingerprint } = await getDb().failureGroup.findFirstOrThrow({ where: { projectId: project.id } })
    const resolver = { ...(await as('reviewer')), now: () => new Date('2026-03-10T00:00:00Z') }
    await actOnFailureGroups.run(resolver, { action: 'resolve', groups: [fingerprint] })
    await ingest({ ...key, now: () => new Date('2026-03-12T00:00:00Z') }, runsFrom('2026-03-11T00:00:00Z', 3, failing))
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.failures.counts).toMatchObject({ returned: 1, steady: 0 })
  })

  it('compares each unit with the week before by its own score, and flags the one that dropped', async () => {
    const { at, key } = await makeTwoWeeks()
    const nodes = (failed: boolean) => [
      { id: 'n1', name: 'fetch', status: failed ? ('failed' as const) : ('completed' as const) },
      { id: 'n2', name: 'write', dependencies: ['n1'], status: failed ? ('skipped' as const) : ('completed' as const) },
    ]
    const mixed = (start: string, good: number, bad: number) => [
      ...runsFrom(start, good, { chain: 'search', nodes: nodes(false) }),
      ...runsFrom(start, bad, { chain: 'search', nodes: nodes(true), status: 'failed' }),
    ]
    await ingest(key, [...mixed('2026-03-04T00:00:00Z', 20, 0), ...mixed('2026-03-11T00:00:00Z', 8, 12)])
    await ingest(key, runsFrom('2026-03-11T00:00:00Z', 9, { kind: 'dry_run', chain: 'search', nodes: nodes(true) }))
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    const [fetch, write] = report.units
    expect(report.units).toHaveLength(2)
    expect(report.unitTotals).toEqual({ units: 2, flagged: 1 })
    expect(fetch).toMatchObject({
      chain: 'search',
      node: 'fetch',
      failed: { n: 12, of: 20 },
      previous: { n: 0, of: 20 },
      trend: 'rising',
      score: { current: { n: 20, mean: expect.closeTo(0.4, 9) }, previous: { mean: 1 }, isComparable: true },
    })
    expect(fetch?.score?.change).toMatchObject({ change: expect.closeTo(-0.6, 9), beyondNoise: true })
    expect(fetch?.flags.map(({ kind }) => kind)).toEqual(['low', 'drop'])
    for (const { noise } of fetch?.flags ?? []) expect(noise).toBeLessThan(0.2)
    expect(write).toMatchObject({ node: 'write', failed: { n: 0, of: 8 }, flags: [], score: { current: { mean: 1 } } })
    expect(report.summary[2]).toContain('1 of 2 steps is: fetch of search')
  })

  it('does not compare a unit measured on other parts than the week before, and marks one with too few runs', async () => {
    const { at, key } = await makeTwoWeeks()
    const counted = { id: 'talk', tokens: { input: 90, output: 10 } }
    await ingest(key, [
      ...runsFrom('2026-03-04T00:00:00Z', 9, { nodes: [{ id: 'talk' }, { id: 'rare' }] }),
      ...runsFrom('2026-03-11T00:00:00Z', 9, { nodes: [counted] }),
      ...runsFrom('2026-03-11T00:00:00Z', 2, { nodes: [{ id: 'rare', status: 'failed' }] }),
    ])
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    const unit = (name: string) => report.units.find(({ node }) => node === name)
    expect(unit('talk')).toMatchObject({ flags: [], score: { isComparable: false, change: null } })
    expect(unit('rare')).toMatchObject({
      flags: [
        { kind: 'low', noise: null },
        { kind: 'drop', noise: null },
      ],
      score: { change: { isTooFew: true, beyondNoise: false } },
    })
  })

  it('of the first week has no comparison, and of a week without runs no mean', async () => {
    const { at } = await makeTwoWeeks()
    const first = await getWeek.run(at(AFTER_BOTH), { week: '2026-W10' })
    expect(first.previousWeek).toBeNull()
    expect(first.report.totals).toMatchObject({ previousRuns: 0, previous: { mean: null }, change: null })
    expect(first.report.chains.every(({ change, flags }) => change === null && flags.length === 0)).toBe(true)
    const empty = await makeProject()
    const { report, markdown } = await getWeek.run(empty.at(AFTER_BOTH), { week })
    expect(report.totals).toMatchObject({ runs: 0, current: { mean: null, interval: null }, failed: { share: null } })
    expect(report.expectedNoise).toBeNull()
    expect(markdown).toContain('Nothing ran')
  })

  it('counts nothing of another project', async () => {
    await makeTwoWeeks()
    const { at, key } = await makeProject()
    await ingest(key, [runBody({ startedAt: '2026-03-10T00:00:00Z' })])
    expect((await getWeek.run(at(AFTER_BOTH), { week })).report.totals.runs).toBe(1)
  })
})

const chainOf = (name: string, projectId: string) => getDb().chain.findFirstOrThrow({ where: { projectId, name } })
