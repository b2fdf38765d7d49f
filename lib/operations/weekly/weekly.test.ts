import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { addDeadLetter } from '../dead-letters/add-dead-letter'
import { decideGate } from '../gates/decide-gate'
import { openGate } from '../gates/open-gate'
import { reviewRun } from '../reviews/review-run'
import { makeProject, runBody, takeIn } from '../testing/factories'
import { see } from '../testing/regressed-chain'
import { AFTER_BOTH, makeTwoWeeks, runsFrom } from '../testing/two-weeks'
import { getWeek } from './get-week'
import { listWeeks } from './list-weeks'
import { makeWeek } from './make-week'

const week = '2026-W11'

describe('the page of a week', () => {
  it('compares each chain with the week before, and flags the one that fell', async () => {
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

  it('leaves dry runs out of every mean', async () => {
    const { at, key } = await makeTwoWeeks()
    await takeIn(key, runsFrom('2026-03-11T00:00:00Z', 5, { kind: 'dry_run', output: { answer: '' } }))
    const { report } = await getWeek.run(at(AFTER_BOTH), { week })
    expect(report.totals).toMatchObject({ runs: 23, current: { n: 18 } })
  })

  it('follows failures through their life, by kind and by node', async () => {
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
    expect(report.units.map(({ chain, node, failed }) => [chain, node, failed.n, failed.of])).toEqual([
      ['answers', 'write', 3, 15],
      ['answers', 'fetch', 0, 15],
    ])
  })

  it('counts gates, reviews and dead letters as they stood when the week ended', async () => {
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
    const standing = await getDb().decision.findFirstOrThrow({ where: { runId: other, kind: 'review' } })
    await reviewRun.run({ ...carl, now: () => thursday }, { runId: other, verdict: 'approve', replaces: standing.id })
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

  it('of the first week has nothing to compare, and of a week without runs no mean', async () => {
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

  it('never counts what another project has', async () => {
    await makeTwoWeeks()
    const { at, key } = await makeProject()
    await takeIn(key, [runBody({ startedAt: '2026-03-10T00:00:00Z' })])
    expect((await getWeek.run(at(AFTER_BOTH), { week })).report.totals.runs).toBe(1)
  })
})

describe('the weeks of a time zone', () => {
  it.each(['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Australia/Lord_Howe'])(
    'in %s count every run once, and as the runs list between the same moments does',
    async (zone) => {
      const { at, key, project } = await makeProject()
      await getDb().project.update({ where: { id: project.id }, data: { timeZone: zone } })
      await takeIn(key, runsFrom('2026-03-01T20:15:00Z', 14 * 24, { chain: 'steady' }))
      const reports = []
      for (const each of ['2026-W09', '2026-W10', '2026-W11', '2026-W12'])
        reports.push((await getWeek.run(at(new Date('2026-03-25T00:00:00Z')), { week: each })).report)
      expect(reports.reduce((sum, { totals }) => sum + totals.runs, 0)).toBe(14 * 24)
      for (const { from, to, totals } of reports) {
        const between = { gte: new Date(from), lt: new Date(to) }
        expect(await getDb().runSummary.count({ where: { projectId: project.id, occurredAt: between } })).toBe(
          totals.runs,
        )
      }
    },
  )

  it('says so where the clocks change, and where midnight is off the full hour', async () => {
    const { at, project } = await makeProject()
    const set = (timeZone: string) => getDb().project.update({ where: { id: project.id }, data: { timeZone } })
    await set('America/New_York')
    expect((await getWeek.run(at(AFTER_BOTH), { week: '2026-W10' })).report).toMatchObject({
      hours: 167,
      shiftMinutes: 0,
    })
    await set('Asia/Kolkata')
    expect((await getWeek.run(at(AFTER_BOTH), { week })).report).toMatchObject({ hours: 168, shiftMinutes: 30 })
  })
})

describe('a frozen page', () => {
  it('shows the same for ever, and counts what came later', async () => {
    const { at, key } = await makeTwoWeeks()
    expect(await makeWeek.run(at(AFTER_BOTH), { week })).toEqual({ week, revision: 1, made: true })
    const before = await getWeek.run(at(AFTER_BOTH), { week })
    await takeIn(key, runsFrom('2026-03-11T00:00:00Z', 7, { output: { answer: '' } }))
    await getDb().project.update({ where: { id: key.project.id }, data: { timeZone: 'Asia/Tokyo', name: 'Renamed' } })
    const after = await getWeek.run(at(AFTER_BOTH), { week })
    expect(after.report).toEqual(before.report)
    expect(after.markdown).toBe(before.markdown)
    expect([before.lateRuns, after.lateRuns]).toEqual([0, 7])
  })

  it('is remade only knowingly, as a revision beside the old one', async () => {
    const { at, key } = await makeTwoWeeks()
    await makeWeek.run(at(AFTER_BOTH), { week })
    const first = await getWeek.run(at(AFTER_BOTH), { week })
    await takeIn(key, runsFrom('2026-03-11T00:00:00Z', 7))
    expect(await makeWeek.run(at(AFTER_BOTH), { week })).toEqual({ week, revision: 1, made: false })
    expect(await makeWeek.run(at(AFTER_BOTH), { week, replaces: 1 })).toEqual({ week, revision: 2, made: true })
    await expect(makeWeek.run(at(AFTER_BOTH), { week, replaces: 1 })).rejects.toMatchObject({ code: 'conflict' })
    const newest = await getWeek.run(at(AFTER_BOTH), { week })
    expect(newest).toMatchObject({ revision: 2, lateRuns: 0, report: { totals: { runs: 25 } } })
    expect((await getWeek.run(at(AFTER_BOTH), { week, revision: 1 })).report).toEqual(first.report)
    await expect(getWeek.run(at(AFTER_BOTH), { week, revision: 3 })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is made once, however many ask for it at once', async () => {
    const { at } = await makeTwoWeeks()
    const asked = await Promise.all(Array.from({ length: 6 }, () => makeWeek.run(at(AFTER_BOTH), { week })))
    expect(asked.filter(({ made }) => made)).toHaveLength(1)
    expect(asked.every(({ revision }) => revision === 1)).toBe(true)
    const again = await Promise.allSettled(
      Array.from({ length: 4 }, () => makeWeek.run(at(AFTER_BOTH), { week, replaces: 1 })),
    )
    expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it.each([
    ['the week under way', '2026-W12', 'conflict'],
    ['a week that has not begun', '2026-W13', 'not_found'],
    ['a week that its year does not have', '2025-W53', 'invalid_input'],
    ['something else', 'next week', 'invalid_input'],
  ])('is refused for %s', async (_, wanted, code) => {
    const { at } = await makeProject()
    await expect(makeWeek.run(at(AFTER_BOTH), { week: wanted })).rejects.toMatchObject({ code })
  })

  it('is listed with its newest revision, page by page', async () => {
    const { at } = await makeTwoWeeks()
    await makeWeek.run(at(AFTER_BOTH), { week })
    await makeWeek.run(at(AFTER_BOTH), { week, replaces: 1 })
    await makeWeek.run(at(AFTER_BOTH), { week: '2026-W10' })
    const first = await listWeeks.run(at(AFTER_BOTH), { limit: 1 })
    expect(first).toMatchObject({ current: '2026-W12', weeks: [{ week, revision: 2, runs: 18 }], next: week })
    const rest = await listWeeks.run(at(AFTER_BOTH), { before: first.next ?? undefined })
    expect(rest).toMatchObject({ weeks: [{ week: '2026-W10', revision: 1 }], next: null })
  })
})

const chainOf = (name: string, projectId: string) => getDb().chain.findFirstOrThrow({ where: { projectId, name } })
