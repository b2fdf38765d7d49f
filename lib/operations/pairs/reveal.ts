import { ANSWERS_MOST } from '@/lib/contracts/limits'
import { revealPairs as contract, type RevealedPair } from '@/lib/contracts/pairs'
import type { Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import type { PairChoice } from '@/lib/engine/stats/pair-wins'
import { audit } from '../audit'
import { AppError } from '../errors'
import { operation } from '../operation'
import { answerOf, countOpen, type Mine, personIn, placeShown, toBatch } from './own'
import { inScope, loadSides, subjectOf } from './result'

/** Shows a person which side was which, once no pair is left that this would help them to answer. From then on their answers stay. */
export const revealPairs = operation(contract, async (ctx, { leave, ...input }) => {
  const { userId } = personIn(ctx)
  const projectId = ctx.project.id
  const sides = await loadSides(ctx, input)
  const mine = { userId, batch: toBatch(sides) }
  return inTransaction(ctx, async (tx) => {
    // An answer that is taken back at the same time either is so before this, or stays.
    await tx.$queryRaw`SELECT 1 FROM run_pair p WHERE ${inScope(projectId, mine.batch)} ORDER BY p.id FOR UPDATE`
    const { unanswered, changeable } = await countOpen(tx, projectId, mine)
    if (unanswered > 0 && !leave)
      throw new AppError('conflict', `answer or leave the other pairs first (${unanswered} unanswered)`)
    if (unanswered + changeable > 0) {
      await noteShown(tx, projectId, mine)
      const action = unanswered > 0 ? 'pairs.left' : 'pairs.revealed'
      await audit(tx, ctx, action, { subject: subjectOf(sides), after: { unanswered, answered: changeable } })
    }
    return { given: await listGiven(tx, projectId, mine) }
  })
})

/** Notes that a person knows the sides of these pairs, which takes the unanswered ones from them, and releases the one they have. */
async function noteShown(tx: Tx, projectId: string, { userId, batch }: Mine): Promise<void> {
  await tx.$executeRaw`
    UPDATE run_pair p SET shown_to = array_append(p.shown_to, ${userId}::uuid),
      claimed_until = CASE WHEN p.claimed_by_id = ${userId}::uuid THEN NULL ELSE p.claimed_until END,
      claimed_first = CASE WHEN p.claimed_by_id = ${userId}::uuid THEN NULL ELSE p.claimed_first END,
      claimed_by_id = CASE WHEN p.claimed_by_id = ${userId}::uuid THEN NULL ELSE p.claimed_by_id END
    WHERE ${inScope(projectId, batch)} AND NOT ${userId}::uuid = ANY(p.shown_to)`
}

type Given = { scenario: string | null; choice: PairChoice; shownFirst: string; aRunId: string; bRunId: string }

async function listGiven(tx: Tx, projectId: string, { userId, batch }: Mine): Promise<RevealedPair[]> {
  const rows = await tx.$queryRaw<Given[]>`
    SELECT p.scenario, v.choice, v.shown_first AS "shownFirst", v.a_run_id AS "aRunId", v.b_run_id AS "bRunId"
    FROM run_pair p JOIN pair_verdict v ON ${answerOf(projectId, userId)}
    WHERE ${inScope(projectId, batch)} ORDER BY v.at DESC, v.pair_id LIMIT ${ANSWERS_MOST}`
  const versions = await tx.chainVersion.findMany({
    where: { projectId, id: { in: [batch.aVersionId, batch.bVersionId] } },
    select: { id: true, version: true },
  })
  const nameOf = (versionId: string) => versions.find(({ id }) => id === versionId)?.version ?? ''
  return rows.map(({ scenario, choice, shownFirst, aRunId, bRunId }) => {
    const a = { version: nameOf(batch.aVersionId), runId: aRunId }
    const b = { version: nameOf(batch.bVersionId), runId: bRunId }
    const [first, second] = shownFirst === 'a' ? [a, b] : [b, a]
    return { choice: placeShown(choice, shownFirst), scenario, first, second }
  })
}
