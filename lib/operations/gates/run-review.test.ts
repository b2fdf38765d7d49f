import { expect, it } from 'vitest'
import type { Context } from '../context'
import { reviewRun, undoReview } from '../reviews/review'
import { ingest, makeProject, runBody } from '../testing/factories'
import { getGate } from './get'
import { listGates } from './list'
import { requestReview } from './open'

async function askedProject() {
  const test = await makeProject()
  const runId = (await ingest(test.key, [runBody({ id: 'asked' })])).get('asked') ?? ''
  const { gate } = await requestReview.run(test.key, { runId })
  const ada = await test.as('reviewer', 'Ada')
  const see = async (ctx: Context = test.key) => ({
    page: (await getGate.run(ctx, { gateId: gate.id })).runReview,
    list: (await listGates.run(ctx, {})).gates[0]?.runReview,
  })
  return { ...test, runId, gateId: gate.id, ada, see }
}

it('a pending gate says who decided its run on the page of the run, until that is taken back', async () => {
  const { runId, ada, see } = await askedProject()
  expect(await see()).toEqual({ page: null, list: null })
  const { decision } = await reviewRun.run(ada, { runId, verdict: 'reject', reason: 'Wrong order.' })
  const said = { by: 'Ada', value: 0, reason: 'Wrong order.', beside: [] }
  expect(await see()).toEqual({ page: said, list: said })
  await undoReview.run(ada, { runId, decisionId: decision.id })
  expect(await see()).toEqual({ page: null, list: null })
})

it('names everyone whose verdict on the run stands', async () => {
  const { runId, ada, as, see } = await askedProject()
  const first = await reviewRun.run(ada, { runId, verdict: 'approve' })
  const second = await reviewRun.run(await as('reviewer', 'Ben'), {
    runId,
    verdict: 'approve',
    replaces: first.decision.id,
  })
  const third = { runId, verdict: 'reject' as const, reason: 'Too long.', replaces: second.decision.id }
  await reviewRun.run(await as('reviewer', 'Cai'), third)
  const { page } = await see()
  expect(page).toMatchObject({
    by: 'Ben',
    value: 1,
    beside: [
      { by: 'Ada', value: 1 },
      { by: 'Cai', value: 0 },
    ],
  })
})

it('says nothing to a person who is reviewing the run blind', async () => {
  const { project, runId, ada, as, see } = await askedProject()
  await reviewRun.run(ada, { runId, verdict: 'reject', reason: 'Wrong order.' })
  const ben = await as('reviewer', 'Ben')
  expect((await see(ben)).page).not.toBeNull()
  await ben.db.reviewItem.updateMany({
    where: { projectId: project.id, runId },
    data: { state: 'waiting', needed: 2, assignedToId: ben.actor.kind === 'user' ? ben.actor.userId : null },
  })
  expect(await see(ben)).toEqual({ page: null, list: null })
})

it('hides in the list the verdicts on those runs that the person reviews blind, and no others', async () => {
  const { project, key, runId, ada, as } = await askedProject()
  const other = (await ingest(key, [runBody({ id: 'other' })])).get('other') ?? ''
  await requestReview.run(key, { runId: other })
  for (const id of [runId, other]) await reviewRun.run(ada, { runId: id, verdict: 'reject', reason: 'Wrong order.' })
  const ben = await as('reviewer', 'Ben')
  await ben.db.reviewItem.updateMany({
    where: { projectId: project.id, runId },
    data: { state: 'waiting', needed: 2, assignedToId: ben.actor.kind === 'user' ? ben.actor.userId : null },
  })
  const { gates } = await listGates.run(ben, {})
  const said = new Map(gates.map((gate) => [gate.runId, gate.runReview?.by ?? null]))
  expect(said).toEqual(
    new Map([
      [runId, null],
      [other, 'Ada'],
    ]),
  )
})
