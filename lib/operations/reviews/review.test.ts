import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { getRun } from '../run-detail/get'
import { ingest, makeProject, runBody } from '../testing/factories'
import { reviewRun, undoReview } from './review'

async function reviewedProject() {
  const test = await makeProject()
  const ids = await ingest(test.key, [runBody({ id: 'run', signals: { self: 0.9, peer: 0.6 } })])
  return { ...test, runId: ids.get('run') ?? '', reviewer: await test.as('reviewer', 'Ada') }
}

const before = (0.15 * 0.9 + 0.25 * 0.6) / 0.4
const approved = (0.15 * 0.9 + 0.25 * 0.6 + 0.5) / 0.9

describe("a person's verdict", () => {
  it('is the human signal with weight .50, and returns before and after', async () => {
    const { reviewer, runId } = await reviewedProject()
    const result = await reviewRun.run(reviewer, { runId, verdict: 'approve' })
    expect(result.before.confidence).toBeCloseTo(before, 12)
    expect(result.after.confidence).toBeCloseTo(approved, 12)
    expect(result.after).toMatchObject({ human: 1, decision: 'accept', coverage: expect.closeTo(0.9 / 1.25, 12) })
  })

  it('vetoes acceptance when it rejects, whatever the mean', async () => {
    const test = await makeProject()
    const ids = await ingest(test.key, [runBody({ id: 'run', signals: { self: 1, peer: 1, downstream: 1 } })])
    const result = await reviewRun.run(await test.as('reviewer'), {
      runId: ids.get('run') ?? '',
      verdict: 'reject',
      reason: 'wrong',
    })
    expect(result.before.decision).toBe('accept')
    expect(result.after.decision).not.toBe('accept')
  })

  it('is undone exactly, keeps both events, and can be given again', async () => {
    const { reviewer, runId, project } = await reviewedProject()
    const first = await reviewRun.run(reviewer, { runId, verdict: 'approve' })
    const undone = await undoReview.run(reviewer, { runId, decisionId: first.decision.id })
    expect(undone.after).toEqual(first.before)
    expect(await getDb().decision.count({ where: { projectId: project.id } })).toBe(2)
    const again = await reviewRun.run(reviewer, { runId, verdict: 'rate', rating: 0.5 })
    expect(again.after.human).toBe(0.5)
  })

  it("replaces the person's earlier one, which an undo of the second does not restore", async () => {
    const { reviewer, runId } = await reviewedProject()
    const first = await reviewRun.run(reviewer, { runId, verdict: 'approve' })
    const second = await reviewRun.run(reviewer, { runId, verdict: 'rate', rating: 0.2, replaces: first.decision.id })
    expect(second.after.human).toBe(0.2)
    const undone = await undoReview.run(reviewer, { runId, decisionId: second.decision.id })
    expect(undone.after).toEqual(first.before)
  })

  it('is recorded once for concurrent reviews; the others get a conflict', async () => {
    const { as, runId } = await reviewedProject()
    const people = await Promise.all(Array.from({ length: 10 }, (_, index) => as('reviewer', `Reviewer ${index}`)))
    const results = await Promise.allSettled(
      people.map((person) => reviewRun.run(person, { runId, verdict: 'approve' })),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results.filter((item) => item.status === 'rejected'))
      expect(result.reason).toMatchObject({ code: 'conflict', message: expect.stringContaining('meanwhile') })
  })

  it('updates the rollups, and its undo restores them', async () => {
    const { reviewer, runId, project } = await reviewedProject()
    const read = async () => {
      const { projectId: _, ...row } = await getDb().rollupHour.findFirstOrThrow({ where: { projectId: project.id } })
      return { ...row, confidenceSum: Number(row.confidenceSum.toFixed(9)) }
    }
    const start = await read()
    const { decision } = await reviewRun.run(reviewer, { runId, verdict: 'approve' })
    expect(await read()).toMatchObject({
      accepted: 1,
      humanReviewed: 1,
      flagged: 0,
      confidenceSum: Number(approved.toFixed(9)),
    })
    await undoReview.run(reviewer, { runId, decisionId: decision.id })
    expect(await read()).toEqual(start)
  })

  it('is refused to keys, viewers and strangers', async () => {
    const { key, as, runId } = await reviewedProject()
    const stranger = await (await makeProject()).as('admin')
    const verdict = { runId, verdict: 'approve' } as const
    await expect(reviewRun.run(key, verdict)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('never decide'),
    })
    await expect(reviewRun.run(await as('viewer'), verdict)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(reviewRun.run(stranger, verdict)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('requires a reason to reject and a number to rate', async () => {
    const { reviewer, runId } = await reviewedProject()
    await expect(reviewRun.run(reviewer, { runId, verdict: 'reject' })).rejects.toMatchObject({
      issues: [{ path: 'reason' }],
    })
    await expect(reviewRun.run(reviewer, { runId, verdict: 'rate' })).rejects.toMatchObject({
      issues: [{ path: 'rating' }],
    })
  })
})

describe('two people who disagree', () => {
  async function disputed() {
    const test = await makeProject()
    const signals = { peer: 1, downstream: 1 }
    const runId = (await ingest(test.key, [runBody({ id: 'run', signals })])).get('run') ?? ''
    const [ada, bob, cyd] = await Promise.all(['Ada', 'Bob', 'Cyd'].map((name) => test.as('reviewer', name)))
    const first = await reviewRun.run(ada as Context, { runId, verdict: 'approve' })
    const rejection = { verdict: 'reject' as const, reason: 'no', replaces: first.decision.id }
    const second = await reviewRun.run(bob as Context, { runId, ...rejection })
    const summary = () => getDb().runSummary.findFirstOrThrow({ where: { projectId: test.project.id, id: runId } })
    return { runId, ada: ada as Context, bob: bob as Context, cyd: cyd as Context, first, second, summary }
  }

  it('keep the first review in force, and the run is flagged and not accepted', async () => {
    const { first, second, summary } = await disputed()
    expect(first.after).toMatchObject({ human: 1, decision: 'accept' })
    expect(second.after.human).toBe(1)
    expect(second.after.decision).not.toBe('accept')
    expect(await summary()).toMatchObject({ human: 1, flag: 'disputed', disputed: true })
  })

  it('are settled by a third person, whose side counts from then on', async () => {
    const { runId, cyd, second, summary } = await disputed()
    const replaces = second.decision.id
    const third = await reviewRun.run(cyd, { runId, verdict: 'reject', reason: 'Bob is right', replaces })
    expect(third.after.human).toBe(0)
    expect(await summary()).toMatchObject({ flag: null, disputed: false })
    const undone = await undoReview.run(cyd, { runId, decisionId: third.decision.id })
    expect(undone.after.human).toBe(1)
    expect(await summary()).toMatchObject({ flag: 'disputed' })
  })

  it('agree again when one changes or undoes the verdict', async () => {
    const { runId, ada, bob, first, second, summary } = await disputed()
    const given = await reviewRun.run(bob, { runId, verdict: 'approve', replaces: second.decision.id })
    expect(await summary()).toMatchObject({ human: 1, flag: null, decision: 'accept' })
    await undoReview.run(bob, { runId, decisionId: given.decision.id })
    expect(await summary()).toMatchObject({ human: 1, flag: null })
    await undoReview.run(ada, { runId, decisionId: first.decision.id })
    expect(await summary()).toMatchObject({ human: null })
  })

  it('each take back only their own verdict, and are told who may take back the other', async () => {
    const { runId, ada, bob, first, second, summary } = await disputed()
    await expect(undoReview.run(bob, { runId, decisionId: first.decision.id })).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('only Ada'),
    })
    expect(await summary()).toMatchObject({ human: 1, flag: 'disputed' })
    const own = async (who: Context) => (await getRun.run(who, { runId })).ownReview
    expect(await own(ada)).toMatchObject({ decisionId: first.decision.id, value: 1 })
    expect(await own(bob)).toEqual({ decisionId: second.decision.id, value: 0, reason: 'no' })
    await undoReview.run(bob, { runId, decisionId: second.decision.id })
    expect(await own(bob)).toBeNull()
    expect(await summary()).toMatchObject({ human: 1, flag: null })
  })

  it("keep the first one's side in force, also when it is updated", async () => {
    const { runId, ada, first, summary } = await disputed()
    await reviewRun.run(ada, { runId, verdict: 'rate', rating: 0.9, replaces: first.decision.id })
    expect(await summary()).toMatchObject({ human: 0.9, flag: 'disputed' })
  })
})
