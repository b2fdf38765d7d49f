import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { addDeadLetter } from '../dead-letters/add'
import { decideGate, undoGate } from '../gates/act'
import { openGate } from '../gates/open'
import { getAgreement } from '../review-queue/agreement'
import { addReviews } from '../review-queue/move'
import { giveVerdict } from '../review-queue/verdict'
import { reviewRun, undoReview } from '../reviews/review'
import { configure } from '../testing/configure'
import { ingest, runBody } from '../testing/factories'
import { see } from '../testing/regressed-chain'
import { AFTER_BOTH, makeTwoWeeks, runsFrom } from '../testing/two-weeks'
import { getWeek } from './page'

const week = '2026-W11'

describe('the page of a week', () => {
  it('compares people with the desk only where both have an opinion, as a review does', async () => {
    const { at, as, key } = await makeTwoWeeks()
    const startedAt = '2026-03-12T00:00:00Z'
    const run = (id: string, peer: number) => runBody({ id, startedAt, signals: { peer, downstream: 1 } })
    const bodies = [
      run('good', 0.9),
      run('between', 0.9),
      runBody({ id: 'escalated', startedAt, signals: { peer: 0.1 } }),
    ]
    const ids = await ingest(key, bodies)
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
    const ids = [...(await ingest(key, runsFrom('2026-03-12T00:00:00Z', 6))).values()]
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
      ...(await ingest(key, runsFrom('2026-03-12T00:00:00Z', 3))).values(),
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

  it('compares the first verdict that stands with the desk, also if its person took it back and gave it again', async () => {
    const { at, as, key } = await makeTwoWeeks()
    const startedAt = '2026-03-12T00:00:00Z'
    const ids = await ingest(key, [runBody({ id: 'good', startedAt, signals: { peer: 0.9, downstream: 1 } })])
    const runId = ids.get('good') ?? ''
    const [rita, carl] = [await as('reviewer', 'Rita'), await as('reviewer', 'Carl')]
    const clock = (who: typeof rita, minute: number) => ({
      ...who,
      now: () => new Date(Date.UTC(2026, 2, 12, 10, minute)),
    })
    const withDesk = async () => (await getWeek.run(at(AFTER_BOTH), { week })).report.reviewers.withDesk
    await addReviews.run(rita, { runIds: [runId] })
    const first = await giveVerdict.run(clock(rita, 0), { runId, verdict: 'approve' })
    const second = await giveVerdict.run(clock(carl, 1), { runId, verdict: 'reject', reason: 'No.' })
    await undoReview.run(clock(rita, 2), { runId, decisionId: first.decision.id })
    expect(await withDesk()).toMatchObject({ n: 0, of: 1 })
    const again = await giveVerdict.run(clock(rita, 3), { runId, verdict: 'approve' })
    expect(await withDesk()).toMatchObject({ n: 0, of: 1 })
    await undoReview.run(clock(rita, 4), { runId, decisionId: again.decision.id })
    await undoReview.run(clock(carl, 5), { runId, decisionId: second.decision.id })
    expect(await withDesk()).toMatchObject({ n: 0, of: 0 })
    await giveVerdict.run(clock(rita, 6), { runId, verdict: 'approve' })
    expect(await withDesk()).toMatchObject({ n: 1, of: 1 })
  })

  it('counts gates, reviews and dead letters as of the end of the week', async () => {
    const { at, as, key } = await makeTwoWeeks()
    const [runId = '', other = ''] = [...(await ingest(key, runsFrom('2026-03-12T00:00:00Z', 2))).values()]
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
    const { project } = at(monday)
    await getDb().deadLetter.updateMany({
      where: { projectId: project.id, createdAt: thursday },
      data: { status: 'resolved', updatedAt: monday },
    })
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

  it('counts how many of the drawn runs somebody has answered, also where a second person is awaited', async () => {
    const test = await makeTwoWeeks()
    await configure(test, { review: { audit_share: 1, second_share: 1 } })
    const thursday = new Date('2026-03-12T10:00:00Z')
    const runIds = [...(await ingest(test.at(thursday), runsFrom('2026-03-12T00:00:00Z', 2))).values()]
    const rita = { ...(await test.as('reviewer', 'Rita')), now: () => thursday }
    await giveVerdict.run(rita, { runId: runIds[0] ?? '', verdict: 'approve' })
    const drawn = { projectId: test.project.id, runId: { in: runIds } }
    await getDb().reviewItem.updateMany({ where: drawn, data: { queuedAt: thursday } })
    const { report } = await getWeek.run(test.at(AFTER_BOTH), { week })
    expect(report.reviewers.load).toMatchObject({ waiting: 2, drawn: 2, answered: 1 })
  })

  it('counts all gates past their deadline, of which it lists a hundred', async () => {
    const { at, key } = await makeTwoWeeks()
    const [runId = ''] = [...(await ingest(key, runsFrom('2026-03-12T00:00:00Z', 1))).values()]
    const thursday = new Date('2026-03-12T10:00:00Z')
    const { gate } = await openGate.run(at(thursday), { runId, question: 'Good?', deadlineHours: 2 })
    await getDb().$executeRaw`
      INSERT INTO gate (project_id, id, kind, chain_id, version_id, title, question, state, opened_by, opened_at, deadline_at, warn_at)
      SELECT project_id, gen_random_uuid(), kind, chain_id, version_id, title, question, state, opened_by, opened_at, deadline_at, warn_at
      FROM gate, generate_series(1, 104) WHERE id = ${gate.id}::uuid`
    const { report } = await getWeek.run(at(new Date('2026-03-16T10:00:00Z')), { week })
    expect(report.gates).toMatchObject({ pending: 105, allOverdue: 105 })
    expect(report.gates.overdue).toHaveLength(100)
  })

  it('counts a decision that was taken back within the week as neither, and one taken back later as it was', async () => {
    const { at, as, key } = await makeTwoWeeks()
    const [runId = ''] = [...(await ingest(key, runsFrom('2026-03-12T00:00:00Z', 1))).values()]
    const on = (day: string) => () => new Date(`2026-03-${day}T10:00:00Z`)
    const rita = await as('admin', 'Rita')
    const { gate } = await openGate.run(at(on('12')()), { runId, question: 'Good?', deadlineHours: 100 })
    const { evidenceDigest } = await see(rita, gate.id)
    const no = { gateId: gate.id, verdict: 'rejected', reason: 'No.', evidenceDigest } as const
    await decideGate.run({ ...rita, now: on('13') }, no)
    const { gates } = (await getWeek.run(at(on('13')()), { week })).report
    expect([gates.counts, gates.decided]).toMatchObject([{ rejected: 1, undone: 0 }, [{ undone: false }]])
    await undoGate.run({ ...rita, now: on('14') }, { gateId: gate.id, reason: 'Wrong run.' })
    const { report } = await getWeek.run(at(on('16')()), { week })
    expect(report.gates).toMatchObject({ counts: { rejected: 0, undone: 1 }, decided: [{ undone: true }] })
    expect(report.summary.join(' ')).toContain('Nobody decided a gate')
  })
})
