import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getRunBrief } from '../briefs/get'
import { addComment, listComments } from '../comments/comments'
import type { Context } from '../context'
import { reviewRun, undoReview } from '../reviews/review'
import { getRun } from '../run-detail/get'
import { contextAt, drawnRun, queueOf } from '../testing/review-queue'
import { getAgreement } from './agreement'
import { nextReviews } from './claim'
import { getReviewItem } from './items'
import { moveReview } from './move'
import { showSides } from './sides'
import { getReviewQueue } from './summary'
import { giveVerdict } from './verdict'

const take = async (ctx: Context) => (await nextReviews.run(ctx, { count: 1 })).items
const rejection = { verdict: 'reject', reason: 'It is wrong.' } as const

describe('a review', () => {
  it('hides the comments of others while a run is claimed, and shows their number', async () => {
    const { ada, bob, key, runId } = await drawnRun()
    await addComment.run(ada, { runId, body: 'Reject it: the sum is wrong.' })
    const seenBy = async (who: Context) => {
      const { comments, covered } = await listComments.run(who, { runId })
      return [comments.map(({ by }) => by), covered]
    }
    expect(await seenBy(bob)).toEqual([['Ada'], 0])
    await take(bob)
    await addComment.run(bob, { runId, body: 'Which sum?' })
    expect(await seenBy(bob)).toEqual([['Bob'], 1])
    expect(await seenBy(ada)).toEqual([['Ada', 'Bob'], 0])
    expect(await seenBy(key)).toEqual([['Ada', 'Bob'], 0])
    await giveVerdict.run(bob, { runId, ...rejection })
    expect(await seenBy(bob)).toEqual([['Ada', 'Bob'], 0])
  })

  it('hides them in the brief of the run too', async () => {
    const { ada, bob, key, runId } = await drawnRun()
    await addComment.run(ada, { runId, body: 'Reject it: the sum is wrong.' })
    await take(bob)
    await addComment.run(bob, { runId, body: 'Which sum?' })
    const seenBy = async (who: Context) => (await getRunBrief.run(who, { runId })).words.map(({ by }) => by)
    expect(await seenBy(bob)).toEqual(['Bob'])
    expect((await seenBy(key)).toSorted()).toEqual(['Ada', 'Bob'])
    expect(JSON.stringify(await getRunBrief.run(bob, { runId }))).not.toContain('Reject it')
  })

  it('of a disputed run hides both verdicts on the page of the run too, until the third person has given theirs', async () => {
    const { admin, ada, bob, cyd, key, runId } = await drawnRun()
    const before = (await getRun.run(cyd, { runId })).run
    await moveReview.run(admin, { runId, action: 'ask' })
    await giveVerdict.run(ada, { runId, verdict: 'approve', reason: 'Fine by Ada.' })
    await giveVerdict.run(bob, { runId, verdict: 'reject', reason: 'Bob saw the error.' })
    const open = await getRun.run(cyd, { runId })
    expect(open).toMatchObject({ isCovered: false, decisions: [{}, {}] })
    await take(cyd)
    const covered = await getRun.run(cyd, { runId })
    expect(covered).toMatchObject({ isCovered: true, decisions: [], vetoed: false })
    for (const word of ['Ada', 'Bob', 'reject', 'disputed']) expect(JSON.stringify(covered)).not.toContain(word)
    const { confidence, coverage, decision, quality, signals } = before
    expect(covered.run).toMatchObject({ confidence, coverage, decision, quality, signals, flag: null })
    for (const who of [admin, ada, key]) expect((await getRun.run(who, { runId })).isCovered).toBe(false)
    await giveVerdict.run(cyd, { runId, ...rejection })
    expect(await getRun.run(cyd, { runId })).toMatchObject({ isCovered: false, decisions: [{}, {}, {}] })
  })

  it('that is assigned hides what others said before it is claimed', async () => {
    const { admin, ada, bob, runId } = await drawnRun()
    await moveReview.run(admin, { runId, action: 'ask' })
    await giveVerdict.run(ada, { runId, verdict: 'approve' })
    const userId = bob.actor.kind === 'user' ? bob.actor.userId : ''
    await moveReview.run(admin, { runId, action: 'assign', userId })
    expect((await getRun.run(bob, { runId })).isCovered).toBe(true)
  })

  it('hides no comments if reviews are not blind', async () => {
    const { ada, bob, runId } = await drawnRun({ blind: false })
    await addComment.run(ada, { runId, body: 'Reject it.' })
    await take(bob)
    expect(await listComments.run(bob, { runId })).toMatchObject({ comments: [{ by: 'Ada' }], covered: 0 })
  })

  it('hides scores, predictions and other verdicts until the verdict, and returns them with it', async () => {
    const { ada, bob, runId } = await drawnRun({ second_share: 1 })
    await take(ada)
    const first = await giveVerdict.run(ada, { runId, verdict: 'approve', reason: 'Ada likes it' })
    expect(first.reveal.reason).toEqual(expect.any(String))
    const items = await take(bob)
    const item = await getReviewItem.run(bob, { runId })
    expect(item).toMatchObject({ isBlind: true, mine: null, detail: { run: { clientId: 'run' } } })
    const said = JSON.stringify([items, item])
    for (const word of [
      'confidence',
      'quality"',
      'grade',
      'gaff',
      'stratt"',
      'signals',
      'decision',
      'predictions',
      'Ada',
    ])
      expect(said).not.toContain(word)
    const { reveal, decision } = await giveVerdict.run(bob, { runId, ...rejection })
    // What the desk said, not what Ada's verdict made of it.
    expect(reveal.before).toEqual(first.before)
    expect(reveal).toMatchObject({
      before: { confidence: expect.any(Number), decision: 'accept', human: null },
      reason: null,
      others: [{ by: 'Ada', verdict: 'approve', reason: 'Ada likes it', isBlind: true }],
      withPeople: 'disagreed',
    })
    const stored = await getDb().decision.findFirstOrThrow({ where: { id: decision.id } })
    expect(stored).toMatchObject({ isBlind: true, revises: null })
  })

  it('that settles a dispute is given after both reasons where a person asks for them, without names, and is then not blind', async () => {
    const { admin, ada, bob, cyd, runId, project } = await drawnRun()
    await expect(showSides.run(cyd, { runId })).rejects.toMatchObject({ code: 'conflict' })
    await giveVerdict.run(ada, { runId, verdict: 'approve', reason: 'The sum is right.' })
    await moveReview.run(admin, { runId, action: 'ask' })
    await giveVerdict.run(bob, { runId, ...rejection })
    await expect(showSides.run(ada, { runId })).rejects.toMatchObject({ code: 'conflict' })
    await take(cyd)
    const shown = await showSides.run(cyd, { runId })
    expect(shown.sides.map(({ verdict, reason }) => `${verdict}: ${reason}`).toSorted()).toEqual([
      'approve: The sum is right.',
      'reject: It is wrong.',
    ])
    for (const word of ['Ada', 'Bob', 'userId', '"at"', 'confidence']) expect(JSON.stringify(shown)).not.toContain(word)
    expect(await showSides.run(cyd, { runId })).toEqual(shown)
    expect((await getRun.run(cyd, { runId })).isCovered).toBe(true)
    await giveVerdict.run(cyd, { runId, verdict: 'approve' })
    const given = await getDb().decision.findMany({ where: { projectId: project.id, runId }, orderBy: { id: 'asc' } })
    expect(given.map(({ isBlind }) => isBlind)).toEqual([true, true, false])
    const events = await getDb().auditEvent.findMany({
      where: { projectId: project.id, action: 'review.sides_shown' },
    })
    expect(events).toMatchObject([{ actor: 'Cyd', subject: `run:${runId}` }])
  })

  it('that settles a dispute without the reasons is blind', async () => {
    const { admin, ada, bob, cyd, runId } = await drawnRun()
    await giveVerdict.run(ada, { runId, verdict: 'approve' })
    await moveReview.run(admin, { runId, action: 'ask' })
    await giveVerdict.run(bob, { runId, ...rejection })
    const { decision } = await giveVerdict.run(cyd, { runId, verdict: 'approve' })
    expect(await getDb().decision.findFirst({ where: { id: decision.id } })).toMatchObject({ isBlind: true })
  })

  it('can be revised once, and both verdicts are recorded', async () => {
    const { ada, runId, project } = await drawnRun()
    const first = await giveVerdict.run(ada, { runId, ...rejection })
    expect(first.reveal.withDesk).toBe('disagreed')
    await expect(giveVerdict.run(ada, { runId, verdict: 'approve' })).rejects.toMatchObject({ code: 'conflict' })
    const second = await giveVerdict.run(ada, { runId, verdict: 'approve', revises: first.decision.id })
    expect(second.after.human).toBe(1)
    const again = { runId, ...rejection, revises: second.decision.id }
    await expect(giveVerdict.run(ada, again)).rejects.toMatchObject({
      message: expect.stringContaining('revised once'),
    })
    const rows = await getDb().decision.findMany({
      where: { projectId: project.id, runId },
      orderBy: { decidedAt: 'asc' },
    })
    expect(rows.map(({ verdict, isBlind, revises }) => ({ verdict, isBlind, revises }))).toEqual([
      { verdict: 'reject', isBlind: true, revises: null },
      { verdict: 'approve', isBlind: false, revises: first.decision.id },
    ])
  })

  it('by a second person is kept beside the first, and a dispute is settled by a third person', async () => {
    const { ada, bob, cyd, runId, project } = await drawnRun()
    const [item] = await take(ada)
    expect(item).toMatchObject({ runId, reasons: ['audit'], said: 0, needed: 1 })
    await moveReview.run(ada, { runId, action: 'ask' })
    await giveVerdict.run(ada, { runId, verdict: 'approve' })
    expect(await take(ada)).toEqual([])
    expect(await take(bob)).toMatchObject([{ runId, reasons: ['asked', 'second'], said: 1, needed: 2 }])
    const second = await giveVerdict.run(bob, { runId, ...rejection })
    expect(second.after.human).toBe(1)
    expect(await take(ada)).toEqual([])
    expect(await take(bob)).toEqual([])
    expect((await getReviewQueue.run(cyd, {})).disputed).toBe(1)
    expect(await take(cyd)).toMatchObject([{ runId, reasons: ['disputed'] }])
    const third = await giveVerdict.run(cyd, { runId, ...rejection })
    expect(third.after.human).toBe(0)
    expect(third.reveal.others.map(({ by, verdict }) => `${by} ${verdict}`)).toEqual(['Ada approve', 'Bob reject'])
    const row = await getDb().runSummary.findFirstOrThrow({ where: { projectId: project.id, id: runId } })
    expect(row).toMatchObject({ disputed: false, flag: null, human: 0 })
    expect((await getReviewQueue.run(cyd, {})).waiting).toBe(0)
  })

  it('counts towards agreement only if other verdicts were hidden, or none existed', async () => {
    const { ada, bob, cyd, runId } = await drawnRun()
    await giveVerdict.run(ada, { runId, verdict: 'approve' })
    const [first] = await getDb().decision.findMany({ where: { runId, kind: 'review' } })
    await reviewRun.run(bob, { runId, verdict: 'approve', replaces: first?.id })
    const seen = await getAgreement.run(ada, {})
    expect(seen).toMatchObject({ seen: 1, verdicts: { runs: 0, same: { n: 0, of: 0 } }, pairs: [] })
    expect(seen.seenSame).toMatchObject({ n: 1, of: 1, share: 1 })
    expect(seen.reviewers.map(({ name, verdicts, same }) => [name, verdicts, same.of])).toEqual([
      ['Ada', 1, 0],
      ['Bob', 1, 0],
    ])
    await giveVerdict.run(cyd, { runId, ...rejection })
    const agreement = await getAgreement.run(ada, {})
    expect(agreement).toMatchObject({ seen: 0, verdicts: { runs: 1, same: { n: 0, of: 1 } } })
    expect(agreement.pairs.map(({ a, b }) => [a.name, b.name].toSorted())).toEqual([['Ada', 'Cyd']])
    const apart = { runs: 1, runIds: [runId] }
    expect([agreement.verdicts.apart, agreement.pairs[0]?.apart]).toEqual([apart, apart])
    expect(agreement.reviewers.map(({ name, apart: { runs } }) => [name, runs]).toSorted()).toEqual([
      ['Ada', 1],
      ['Bob', 0],
      ['Cyd', 1],
    ])
  })

  it('that is undone puts the run back into the queue', async () => {
    const { ada, runId } = await drawnRun()
    const { decision } = await giveVerdict.run(ada, { runId, verdict: 'approve' })
    expect(await getReviewQueue.run(ada, {})).toMatchObject({
      waiting: 0,
      doneToday: 1,
      last: { decisionId: decision.id },
    })
    await undoReview.run(ada, { runId, decisionId: decision.id })
    expect(await getReviewQueue.run(ada, {})).toMatchObject({ waiting: 1, doneToday: 0, last: null })
    expect(await take(ada)).toMatchObject([{ runId }])
    // The hidden parts have been seen.
    const again = await giveVerdict.run(ada, { runId, verdict: 'approve' })
    expect(await getDb().decision.findFirst({ where: { id: again.decision.id } })).toMatchObject({ isBlind: false })
  })

  it('that is revised and then undone is neither counted nor offered to be taken back again', async () => {
    const { ada, runId } = await drawnRun()
    const first = await giveVerdict.run(ada, { runId, ...rejection })
    const second = await giveVerdict.run(ada, { runId, verdict: 'approve', revises: first.decision.id })
    expect(await getReviewQueue.run(ada, {})).toMatchObject({ doneToday: 1, last: { decisionId: second.decision.id } })
    await undoReview.run(ada, { runId, decisionId: second.decision.id })
    expect(await getReviewQueue.run(ada, {})).toMatchObject({ waiting: 1, doneToday: 0, last: null })
  })

  it('requests a second person for the configured share, after the first review', async () => {
    const { ada, bob, runId } = await drawnRun({ second_share: 1 })
    await giveVerdict.run(ada, { runId, verdict: 'approve' })
    expect(await take(bob)).toMatchObject([{ runId, reasons: ['second'] }])
    await giveVerdict.run(bob, { runId, verdict: 'approve' })
    expect((await getReviewQueue.run(bob, {})).waiting).toBe(0)
  })
})

describe('the pace of a person', () => {
  it.each([
    { everyMs: 40_000, pace: 40 },
    { everyMs: 1_000, pace: null },
    { everyMs: 700_000, pace: null },
  ])('with a verdict every $everyMs ms is $pace s', async ({ everyMs, pace }) => {
    const { as, ids } = await queueOf(4)
    const ada = await as('reviewer', 'Ada')
    const start = Date.now()
    for (const [place, runId] of [...ids.values()].entries())
      await giveVerdict.run(contextAt(ada, start + place * everyMs), { runId, verdict: 'approve' })
    const { secondsEach } = await getReviewQueue.run(contextAt(ada, start + 3 * everyMs), {})
    expect(secondsEach && Math.round(secondsEach)).toBe(pace)
  })

  it('stays known after many verdicts in one go', async () => {
    const { as, ids } = await queueOf(36)
    const ada = await as('reviewer', 'Ada')
    const start = Date.now()
    const at = (place: number) => contextAt(ada, start + (place < 4 ? place * 40_000 : 200_000 + place * 100))
    for (const [place, runId] of [...ids.values()].entries())
      await giveVerdict.run(at(place), { runId, verdict: 'approve' })
    const { secondsEach } = await getReviewQueue.run(at(36), {})
    expect(secondsEach && Math.round(secondsEach)).toBe(40)
  })
})
