import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { addComment, listComments } from '../comments/comments'
import type { Context } from '../context'
import { reviewRun, undoReview } from '../reviews/review'
import { getRun } from '../run-detail/get'
import { configure } from '../testing/configure'
import { makeProject, runBody, takeIn } from '../testing/factories'
import { getAgreement } from './agreement'
import { nextReviews } from './claim'
import { getReviewItem } from './items'
import { moveReview } from './move'
import { putRubric } from './rubric'
import { getReviewQueue } from './summary'
import { giveVerdict } from './verdict'

async function drawnRun(review: { second_share?: number; blind?: boolean } = {}) {
  const test = await makeProject()
  const admin = await test.as('admin', 'Admin')
  await configure(test, { review: { audit_share: 1, ...review } })
  const signals = { peer: 0.9, downstream: 1 }
  const runId = (await takeIn(test.key, [runBody({ id: 'run', signals })])).get('run') ?? ''
  const [ada, bob, cyd] = await Promise.all(['Ada', 'Bob', 'Cyd'].map((name) => test.as('reviewer', name)))
  return { ...test, admin, runId, ada: ada as Context, bob: bob as Context, cyd: cyd as Context }
}

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
    await giveVerdict.run(ada, { runId, verdict: 'approve', reason: 'Ada likes it' })
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
    expect(reveal).toMatchObject({
      before: { confidence: expect.any(Number), decision: 'accept' },
      others: [{ by: 'Ada', verdict: 'approve', reason: 'Ada likes it', isBlind: true }],
      withPeople: 'disagreed',
    })
    const stored = await getDb().decision.findFirstOrThrow({ where: { id: decision.id } })
    expect(stored).toMatchObject({ isBlind: true, revises: null })
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

describe('a rubric', () => {
  const items = [
    { key: 'helpful', label: 'How helpful?', kind: 'scale' as const, points: 5, required: true },
    { key: 'tone', label: 'Tone', kind: 'category' as const, options: ['kind', 'cold'] },
    { key: 'safe', label: 'Safe?', kind: 'boolean' as const },
    { key: 'why', label: 'Notes', kind: 'note' as const },
  ]

  it('is checked with the verdict item by item, and its answers are compared between people', async () => {
    const { admin, ada, bob, runId } = await drawnRun({ second_share: 1 })
    await putRubric.run(admin, { chain: 'answers', items, expected: 0 })
    await expect(putRubric.run(admin, { chain: 'answers', items, expected: 0 })).rejects.toMatchObject({
      code: 'conflict',
    })
    const give = (who: Context, answers: { item: string; value: string | number | boolean; nodeId?: string }[]) =>
      giveVerdict.run(who, { runId, verdict: 'approve', answers })
    await expect(give(ada, [])).rejects.toMatchObject({
      issues: [{ path: 'answers', message: expect.stringContaining('How helpful?') }],
    })
    await expect(give(ada, [{ item: 'helpful', value: 6 }])).rejects.toMatchObject({ issues: [{ path: 'answers[0]' }] })
    await expect(
      give(ada, [
        { item: 'helpful', value: 3 },
        { item: 'tone', value: 'loud' },
      ]),
    ).rejects.toMatchObject({
      issues: [{ path: 'answers[1]' }],
    })
    await give(ada, [
      { item: 'helpful', value: 4 },
      { item: 'tone', value: 'kind' },
      { item: 'safe', value: true },
    ])
    await give(bob, [
      { item: 'helpful', value: 4 },
      { item: 'tone', value: 'cold' },
      { item: 'why', value: 'Curt.' },
    ])
    const agreement = await getAgreement.run(ada, {})
    expect(agreement.verdicts).toMatchObject({ runs: 1, same: { n: 1, of: 1, share: 1 } })
    expect(agreement.items.map(({ item, same }) => `${item} ${same.n} of ${same.of}`)).toEqual([
      'helpful 1 of 1',
      'tone 0 of 1',
    ])
    expect(agreement.pairs).toMatchObject([{ same: { n: 1, of: 1 }, kappa: null }])
    const { mine } = await getReviewItem.run(bob, { runId })
    expect(mine?.answers).toHaveLength(3)
  })

  it('that was changed keeps the answers to its earlier questions readable, and compares only answers to the same one', async () => {
    const { admin, ada, bob, cyd, runId } = await drawnRun({ second_share: 1 })
    const tone = { key: 'tone', label: 'Tone', kind: 'category' as const, options: ['kind', 'cold'] }
    const scale = (points: number) => ({ key: 'helpful', label: 'How helpful?', kind: 'scale' as const, points })
    await putRubric.run(admin, { chain: 'answers', expected: 0, items: [scale(5), tone] })
    const answer = (value: number) => ({ item: 'helpful', value })
    const kind = { item: 'tone', value: 'kind' }
    await giveVerdict.run(ada, { runId, verdict: 'approve', answers: [answer(3), kind] })
    await giveVerdict.run(bob, { runId, verdict: 'approve', answers: [answer(3), kind] })
    const changed = [{ ...scale(3), label: 'Does it help?' }]
    await putRubric.run(admin, { chain: 'answers', expected: 1, items: changed })
    await moveReview.run(admin, { runId, action: 'ask' })
    const { reveal } = await giveVerdict.run(cyd, { runId, verdict: 'approve', answers: [answer(3)] })
    const readable = [
      { item: 'helpful', label: 'How helpful?', points: 5, nodeId: null, value: 3 },
      { item: 'tone', label: 'Tone', points: null, nodeId: null, value: 'kind' },
    ]
    expect(reveal.others.map(({ answers }) => answers)).toEqual([readable, readable])
    const { decisions } = await getRun.run(admin, { runId })
    expect(decisions.map(({ answers }) => answers)).toEqual([
      readable,
      readable,
      [{ item: 'helpful', label: 'Does it help?', points: 3, nodeId: null, value: 3 }],
    ])
    // A 3 of 5 and a 3 of 3 are different answers, and agree on nothing.
    const agreed = { same: { n: 1, of: 1 }, isCurrent: false }
    expect((await getAgreement.run(admin, {})).items).toMatchObject([
      { item: 'helpful', label: 'How helpful?', ...agreed },
      { item: 'tone', label: 'Tone', ...agreed },
    ])
  })

  it('that was changed meanwhile refuses answers to its earlier version, and stores nothing', async () => {
    const { admin, ada, runId } = await drawnRun()
    await putRubric.run(admin, { chain: 'answers', items, expected: 0 })
    const answers = [{ item: 'helpful', value: 5 }]
    const finer = items.map((item) => (item.key === 'helpful' ? { ...item, points: 9 } : item))
    await putRubric.run(admin, { chain: 'answers', items: finer, expected: 1 })
    const give = (rubric: number) => giveVerdict.run(ada, { runId, verdict: 'approve', answers, rubric })
    await expect(give(1)).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'rubric' }] })
    expect((await getReviewItem.run(ada, { runId })).mine).toBeNull()
    await give(2)
    expect((await getReviewItem.run(ada, { runId })).mine?.answers).toMatchObject(answers)
  })

  it('returns the answers and the reason of a verdict to its reviewer alone when it is taken back', async () => {
    const { admin, ada, bob, key, runId } = await drawnRun()
    await putRubric.run(admin, { chain: 'answers', items, expected: 0 })
    const answers = [
      { item: 'helpful', value: 2, nodeId: null },
      { item: 'why', value: 'Curt.', nodeId: null },
    ]
    expect(await getReviewItem.run(ada, { runId })).toMatchObject({ mine: null, undone: null })
    const { decision } = await giveVerdict.run(ada, { runId, ...rejection, answers })
    expect(await getReviewItem.run(ada, { runId })).toMatchObject({ mine: { answers }, undone: null })
    await undoReview.run(ada, { runId, decisionId: decision.id })
    expect(await getReviewItem.run(ada, { runId })).toMatchObject({
      mine: null,
      undone: { verdict: 'reject', value: 0, reason: 'It is wrong.', answers },
    })
    for (const other of [bob, key])
      expect(await getReviewItem.run(other, { runId })).toMatchObject({ mine: null, undone: null })
    await giveVerdict.run(ada, { runId, verdict: 'approve', answers })
    expect(await getReviewItem.run(ada, { runId })).toMatchObject({ mine: { value: 1, answers }, undone: null })
  })
})
