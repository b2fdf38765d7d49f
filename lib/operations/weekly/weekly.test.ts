import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { publishVersion } from '../chains/publish'
import { addDeadLetter } from '../dead-letters/add'
import { actOnFailureGroups } from '../failures/act'
import { decideGate } from '../gates/act'
import { openGate } from '../gates/open'
import { getAgreement } from '../review-queue/agreement'
import { addReviews } from '../review-queue/move'
import { giveVerdict } from '../review-queue/verdict'
import { reviewRun, undoReview } from '../reviews/review'
import { makeProject, runBody, takeIn } from '../testing/factories'
import { see } from '../testing/regressed-chain'
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

  it('reports a drop of confidence without a drop of score, and only there', async () => {
    const { at, key } = await makeTwoWeeks()
    const spoken = (self: number) => ({ chain: 'sure', signals: { self, peer: self, downstream: self } })
    await takeIn(key, [
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

  it('excludes dry runs from every mean', async () => {
    const { at, key } = await makeTwoWeeks()
    await takeIn(key, runsFrom('2026-03-11T00:00:00Z', 5, { kind: 'dry_run', output: { answer: '' } }))
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.totals).toMatchObject({ runs: 23, current: { n: 18 } })
  })

  it('excludes runs of a candidate from the means of chains and units', async () => {
    const { at, key } = await makeTwoWeeks()
    await publishVersion.run(key, { chain: 'answers', version: '9.0.0', candidate: true })
    const nodes = [{ id: 'n1', name: 'tried', status: 'completed' as const }]
    await takeIn(key, runsFrom('2026-03-11T00:00:00Z', 5, { version: '9.0.0', output: { answer: '' }, nodes }))
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.totals).toMatchObject({ runs: 23, current: { n: 18 } })
    expect(report.units.map(({ node }) => node)).not.toContain('tried')
  })

  it('tracks failures through their life stages, by kind and node', async () => {
    const { at, key } = await makeTwoWeeks()
    const failing = (node: string, message: string) => ({
      status: 'failed' as const,
      nodes: [{ id: node, status: 'failed' as const, error: { message } }],
    })
    await takeIn(key, [
      ...runsFrom('2026-03-04T00:00:00Z', 2, failing('fetch', 'connection refused')),
      ...runsFrom('2026-03-11T00:00:00Z', 3, failing('write', 'permission denied')),
    ])
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.failures.counts).toMatchObject({ new: 1, gone: 1, rising: 0 })
    expect(
      report.failures.groups.map(({ node, life, roots, previousRoots }) => [node, life, roots, previousRoots]),
    ).toEqual([
      ['write', 'new', 3, 0],
      ['fetch', 'gone', 0, 2],
    ])
  })

  it('lists a failure that came back after it was resolved, also if it occurred in both weeks', async () => {
    const { as, at, key, project } = await makeTwoWeeks()
    const failing = {
      status: 'failed' as const,
      nodes: [{ id: 'fetch', status: 'failed' as const, error: { message: 'connection refused' } }],
    }
    await takeIn(key, runsFrom('2026-03-04T00:00:00Z', 3, failing))
    const { fingerprint } = await getDb().failureGroup.findFirstOrThrow({ where: { projectId: project.id } })
    const resolver = { ...(await as('reviewer')), now: () => new Date('2026-03-10T00:00:00Z') }
    await actOnFailureGroups.run(resolver, { action: 'resolve', groups: [fingerprint] })
    await takeIn({ ...key, now: () => new Date('2026-03-12T00:00:00Z') }, runsFrom('2026-03-11T00:00:00Z', 3, failing))
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
    await takeIn(key, [...mixed('2026-03-04T00:00:00Z', 20, 0), ...mixed('2026-03-11T00:00:00Z', 8, 12)])
    await takeIn(key, runsFrom('2026-03-11T00:00:00Z', 9, { kind: 'dry_run', chain: 'search', nodes: nodes(true) }))
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
    expect(report.summary[2]).toContain('1 of 2 node groups is: fetch of search')
  })

  it('does not compare a unit measured on other parts than the week before, and marks one with too few runs', async () => {
    const { at, key } = await makeTwoWeeks()
    const counted = { id: 'talk', tokens: { input: 90, output: 10 } }
    await takeIn(key, [
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

  it('compares people with the desk only where both have an opinion, as a review does', async () => {
    const { at, as, key } = await makeTwoWeeks()
    const startedAt = '2026-03-12T00:00:00Z'
    const run = (id: string, peer: number) => runBody({ id, startedAt, signals: { peer, downstream: 1 } })
    const bodies = [
      run('good', 0.9),
      run('between', 0.9),
      runBody({ id: 'escalated', startedAt, signals: { peer: 0.1 } }),
    ]
    const ids = await takeIn(key, bodies)
    const rita = { ...(await as('reviewer', 'Rita')), now: () => new Date('2026-03-12T10:00:00Z') }
    await addReviews.run(rita, { runIds: [...ids.values()] })
    const give = async (id: string, verdict: object) => {
      const { before, reveal } = await giveVerdict.run(rita, {
        runId: ids.get(id) ?? '',
        verdict: 'approve',
        ...verdict,
      })
      return [before.decision, reveal.withDesk]
    }
    expect(await give('good', {})).toEqual(['accept', 'agreed'])
    expect(await give('between', { verdict: 'rate', rating: 0.6 })).toEqual(['accept', 'unknown'])
    expect(await give('escalated', { verdict: 'reject', reason: 'No.' })).toEqual(['escalate', 'unknown'])
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.reviewers.withDesk).toMatchObject({ n: 1, of: 1 })
  })

  it('measures agreement beyond chance over the runs that several people judged', async () => {
    const { at, as, key } = await makeTwoWeeks()
    const ids = [...(await takeIn(key, runsFrom('2026-03-12T00:00:00Z', 6))).values()]
    const people = [await as('reviewer', 'Rita'), await as('reviewer', 'Carl')]
    const [rita = key] = people
    await addReviews.run(rita, { runIds: ids })
    const now = () => new Date('2026-03-12T10:00:00Z')
    const no = { verdict: 'reject', reason: 'No.' } as const
    for (const [place, runId] of ids.entries())
      for (const [who, ctx] of people.entries()) {
        if (place === 5 && who === 1) continue
        const isGood = place % 2 === 0 && !(place === 4 && who === 1)
        const given = await giveVerdict.run({ ...ctx, now }, { runId, ...(isGood ? { verdict: 'approve' } : no) })
        // Changed after the other verdict was shown.
        if (place === 4 && who === 1)
          await giveVerdict.run({ ...ctx, now }, { runId, verdict: 'approve', revises: given.decision.id })
      }
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    // Five runs judged twice, one of them differently: o01 = 1, 5 times good and 5 times not: alpha = 1 - 9·1 / (5·5).
    expect(report.reviewers.agreement).toMatchObject({ runs: 5, needed: 50, alpha: expect.closeTo(0.64, 9) })
    expect(report.reviewers.amongPeople).toMatchObject({ n: 4, of: 5 })
    const { verdicts, seen } = await getAgreement.run(rita, {})
    expect({ ...verdicts, seen }).toMatchObject({
      runs: 5,
      alpha: expect.closeTo(0.64, 9),
      same: { n: 4, of: 5 },
      seen: 0,
    })
  })

  it('counts a verdict that its reviewer changed once, and one that was taken back not at all', async () => {
    const { at, as, key } = await makeTwoWeeks()
    const [changed = '', undone = '', both = ''] = [
      ...(await takeIn(key, runsFrom('2026-03-12T00:00:00Z', 3))).values(),
    ]
    const [rita, carl] = [await as('reviewer', 'Rita'), await as('reviewer', 'Carl')]
    await addReviews.run(rita, { runIds: [changed, undone, both] })
    const clock = (who: typeof rita, minute: number) => ({
      ...who,
      now: () => new Date(Date.UTC(2026, 2, 12, 10, minute)),
    })
    const no = { verdict: 'reject', reason: 'No.' } as const
    const first = await giveVerdict.run(clock(rita, 0), { runId: changed, ...no })
    await giveVerdict.run(clock(rita, 1), { runId: changed, verdict: 'approve', revises: first.decision.id })
    for (const [place, runId] of [undone, both].entries()) {
      const given = await giveVerdict.run(clock(rita, 2 + 4 * place), { runId, ...no })
      const { decision } = await giveVerdict.run(clock(rita, 3 + 4 * place), {
        runId,
        verdict: 'approve',
        revises: given.decision.id,
      })
      await undoReview.run(clock(rita, 4 + 4 * place), { runId, decisionId: decision.id })
    }
    await giveVerdict.run(clock(carl, 20), { runId: both, verdict: 'approve' })
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.reviewers.people).toMatchObject([
      { name: 'Carl', reviews: 1, approved: 1, rejected: 0 },
      { name: 'Rita', reviews: 1, approved: 1, rejected: 0 },
    ])
    expect(report.reviewers.amongPeople).toMatchObject({ n: 0, of: 0 })
    const agreement = await getAgreement.run(carl, {})
    expect(agreement.verdicts.same.of).toBe(0)
    expect(agreement.reviewers).toMatchObject([
      { name: 'Carl', verdicts: 1, approved: { n: 1 } },
      { name: 'Rita', verdicts: 1, approved: { n: 0 } },
    ])
  })

  it('counts gates, reviews and dead letters as of the end of the week', async () => {
    const { at, as, key } = await makeTwoWeeks()
    const [runId = '', other = ''] = [...(await takeIn(key, runsFrom('2026-03-12T00:00:00Z', 2))).values()]
    const [rita, carl] = [await as('reviewer', 'Rita'), await as('reviewer', 'Carl')]
    const thursday = new Date('2026-03-12T10:00:00Z')
    const monday = new Date('2026-03-16T10:00:00Z')
    const decided = await openGate.run(at(thursday), { runId, question: 'Good?', deadlineHours: 200 })
    const late = await openGate.run(at(thursday), { runId: other, question: 'Good?', deadlineHours: 2 })
    const { evidenceDigest } = await see(rita, decided.gate.id)
    await decideGate.run(
      { ...rita, now: () => thursday },
      { gateId: decided.gate.id, verdict: 'approved', evidenceDigest },
    )
    await reviewRun.run({ ...rita, now: () => thursday }, { runId: other, verdict: 'reject', reason: 'No.' })
    await giveVerdict.run({ ...carl, now: () => thursday }, { runId: other, verdict: 'approve' })
    const letter = { operation: 'tool:bash', error: 'exit 1', category: 'PERMANENT' as const, args: null }
    await addDeadLetter(at(new Date('2026-03-05T00:00:00Z')), letter)
    await addDeadLetter(at(thursday), letter)
    await addDeadLetter(at(monday), letter)
    const { report } = await getWeek.run(at(monday), { week })
    expect(report.gates).toMatchObject({ counts: { approved: 1, rejected: 0, timed_out: 0 }, pending: 1 })
    expect(report.gates.overdue.map(({ id }) => id)).toEqual([late.gate.id])
    expect(report.gates.decided.map(({ id, decidedBy }) => [id, decidedBy])).toEqual([[decided.gate.id, 'Rita']])
    expect(report.reviewers.people).toMatchObject([
      { name: 'Rita', reviews: 1, rejected: 1, gates: 1 },
      { name: 'Carl', reviews: 1, approved: 1, gates: 0 },
    ])
    expect(report.reviewers.amongPeople).toMatchObject({ n: 0, of: 1 })
    expect(report.deadLetters).toMatchObject({ added: 1, closed: 0, open: 2, categories: { PERMANENT: 2 } })
    expect(report.deadLetters.ages.map(({ n }) => n)).toEqual([0, 1, 1, 0])
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
    await takeIn(key, [runBody({ startedAt: '2026-03-10T00:00:00Z' })])
    expect((await getWeek.run(at(AFTER_BOTH), { week })).report.totals.runs).toBe(1)
  })
})

const chainOf = (name: string, projectId: string) => getDb().chain.findFirstOrThrow({ where: { projectId, name } })
