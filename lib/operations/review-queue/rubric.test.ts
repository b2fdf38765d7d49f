import { describe, expect, it } from 'vitest'
import type { Context } from '../context'
import { undoReview } from '../reviews/review'
import { getRun } from '../run-detail/get'
import { ingest, runBody } from '../testing/factories'
import { drawnRun } from '../testing/review-queue'
import { getAgreement } from './agreement'
import { getReviewItem } from './items'
import { moveReview } from './move'
import { putRubric } from './rubric'
import { giveVerdict } from './verdict'

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
    expect(agreement.pairs).toMatchObject([{ same: { n: 1, of: 1 }, kappa: null, kappaInterval: null }])
    const none = { runs: 0, runIds: [] }
    expect([agreement.verdicts.apart, agreement.pairs[0]?.apart]).toEqual([none, none])
    expect(agreement.items.map(({ apart }) => apart)).toEqual([none, { runs: 1, runIds: [runId] }])
    const { mine } = await getReviewItem.run(bob, { runId })
    expect(mine?.answers).toHaveLength(3)
  })

  it('about steps compares step by step, and counts the runs they belong to', async () => {
    const { admin, ada, bob, key } = await drawnRun({ second_share: 1 })
    const nodes = ['plan', 'answer'].map((id) => ({ id, status: 'completed' as const }))
    const runId = (await ingest(key, [runBody({ id: 'steps', nodes })])).get('steps') ?? ''
    const step = { key: 'needed', label: 'Needed?', kind: 'boolean' as const, of: 'step' as const }
    await putRubric.run(admin, { chain: 'answers', expected: 0, items: [step] })
    const answers = (value: boolean) => nodes.map(({ id: nodeId }) => ({ item: 'needed', nodeId, value }))
    await giveVerdict.run(ada, { runId, verdict: 'approve', answers: answers(true) })
    await giveVerdict.run(bob, { runId, verdict: 'approve', answers: answers(false) })
    expect((await getAgreement.run(ada, {})).items).toMatchObject([
      { of: 'step', runs: 1, same: { n: 0, of: 2 }, apart: { runs: 1, runIds: [runId] } },
    ])
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
    const { decision } = await giveVerdict.run(ada, { runId, verdict: 'reject', reason: 'It is wrong.', answers })
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
