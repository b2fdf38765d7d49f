import { v7 as uuid } from 'uuid'
import { decidePair as decideContract, undoPair as undoContract } from '@/lib/contracts/pairs'
import type { Tx } from '@/lib/db/client'
import type { RunPair } from '@/lib/db/generated/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { AppError, notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { lockSummaries } from '../runs/lock'
import { loadPairDigest } from './blind-pair'
import { CLAIM_MS } from './claim'
import { answerOf, batchOf, countOpen, personIn, sideShown } from './own'

/** Stores a person's verdict on their pair. Which side was which stays hidden: it would give the next pair away. */
export const decidePair = operation(decideContract, async (ctx, { pairId, choice, note, evidenceDigest }) => {
  const person = personIn(ctx)
  const projectId = ctx.project.id
  return inTransaction(ctx, async (tx) => {
    await lockSides(tx, projectId, pairId)
    const pair = await lockPair(tx, projectId, pairId)
    const { claimedById, claimedUntil, claimedFirst, chainId, aVersionId, bVersionId, aRunId, bRunId } = pair
    const [before] = await tx.$queryRaw<object[]>`
      SELECT 1 FROM run_pair p JOIN pair_verdict v ON ${answerOf(projectId, person.userId)}
      WHERE p.project_id = ${projectId}::uuid AND p.id = ${pairId}::uuid`
    if (before) throw new AppError('conflict', 'you have answered this pair already')
    if (claimedById !== person.userId || claimedFirst === null)
      throw new AppError('conflict', 'this pair is not yours to answer: somebody else may have it by now')
    if (evidenceDigest !== undefined && evidenceDigest !== (await loadPairDigest(tx, pair)))
      throw new AppError('stale_evidence', 'a side of this pair changed after you opened it: compare them again')
    const shownFirst = claimedFirst === 'a' ? 'a' : 'b'
    const chosen = choice === 'equal' ? 'equal' : sideShown(choice, shownFirst)
    const verdictId = uuid()
    const ofPair = { projectId, pairId, chainId, aVersionId, bVersionId, aRunId, bRunId, shownFirst }
    const given = { choice: chosen, note: note ?? null, userId: person.userId, by: person.name, at: ctx.now() }
    await tx.$executeRaw(insertRows('pairVerdict', [{ id: verdictId, ...ofPair, ...given }]))
    await tx.runPair.update({
      where: { projectId_id: { projectId, id: pairId } },
      data: { claimedById: null, claimedUntil: null, claimedFirst: null },
    })
    await audit(tx, ctx, 'pairs.decided', {
      subject: `pair:${pairId}`,
      after: {
        verdictId,
        choice: chosen,
        shownFirst,
        late: claimedUntil && claimedUntil < ctx.now(),
      },
      evidenceDigest,
    })
    await announce(tx, { project: projectId, topic: 'pairs' })
    const { unanswered } = await countOpen(tx, projectId, { userId: person.userId, batch: batchOf(pair) })
    return { verdictId, choice, unanswered }
  })
})

/** Takes the caller's answer on a pair back, and gives them the pair again unless another person has it. */
export const undoPair = operation(undoContract, async (ctx, { pairId, verdictId }) => {
  const person = personIn(ctx)
  const projectId = ctx.project.id
  const now = ctx.now()
  return inTransaction(ctx, async (tx) => {
    const pair = await lockPair(tx, projectId, pairId)
    const verdict = await tx.pairVerdict.findUnique({
      where: { projectId_pairId_id: { projectId, pairId, id: verdictId } },
    })
    if (!verdict?.choice) throw notFound('answer')
    if (verdict.userId !== person.userId) throw new AppError('forbidden', `only ${verdict.by} takes this answer back`)
    if (await tx.pairVerdict.findUnique({ where: { projectId_retracts: { projectId, retracts: verdictId } } }))
      throw new AppError('conflict', 'you have taken this answer back already')
    if (pair.shownTo.includes(person.userId))
      throw new AppError('conflict', 'you have seen which side was which: this answer stays')
    const { chainId, aVersionId, bVersionId, aRunId, bRunId, shownFirst } = verdict
    const ofPair = { projectId, pairId, chainId, aVersionId, bVersionId, aRunId, bRunId, shownFirst }
    const undone = { choice: null, retracts: verdictId, userId: person.userId, by: person.name, at: now }
    await tx.$executeRaw(insertRows('pairVerdict', [{ id: uuid(), ...ofPair, ...undone }]))
    const isHeld = await holdAgain(tx, pair, { userId: person.userId, shownFirst, now })
    const { choice } = verdict
    await audit(tx, ctx, 'pairs.undone', { subject: `pair:${pairId}`, before: { verdictId, choice, shownFirst } })
    await announce(tx, { project: projectId, topic: 'pairs' })
    return { isHeld }
  })
})

type Holder = { userId: string; shownFirst: string; now: Date }

/** Claims a locked pair for a person, with the sides where they saw them; false while another person has it. */
async function holdAgain(tx: Tx, pair: RunPair, { userId, shownFirst, now }: Holder): Promise<boolean> {
  const { projectId, id, claimedById, claimedUntil, skippedBy } = pair
  const isTaken = claimedById !== null && claimedById !== userId && claimedUntil !== null && claimedUntil > now
  const claimed = {
    claimedById: userId,
    claimedUntil: new Date(now.getTime() + CLAIM_MS),
    claimedFirst: shownFirst,
  }
  await tx.runPair.update({
    where: { projectId_id: { projectId, id } },
    // Skipped in one window and answered in another: it is wanted again.
    data: { skippedBy: skippedBy.filter((one) => one !== userId), ...(!isTaken && claimed) },
  })
  return !isTaken
}

/** Locks the runs of a pair before it, as a deletion does, so that neither is replaced while it is judged. */
async function lockSides(tx: Tx, projectId: string, id: string): Promise<void> {
  const pair = await tx.runPair.findUnique({ where: { projectId_id: { projectId, id } } })
  if (pair) await lockSummaries(tx, projectId, [pair.aRunId, pair.bRunId])
}

/** @throws not_found for a pair that was deleted with one of its runs */
async function lockPair(tx: Tx, projectId: string, id: string): Promise<RunPair> {
  await tx.$queryRaw`SELECT 1 FROM run_pair WHERE project_id = ${projectId}::uuid AND id = ${id}::uuid FOR UPDATE`
  const pair = await tx.runPair.findUnique({ where: { projectId_id: { projectId, id } } })
  if (!pair) throw notFound('pair')
  return pair
}
