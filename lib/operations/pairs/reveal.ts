import { revealPairs as contract, MAX_SHOWN, type RevealedPair } from '@/lib/contracts/pairs'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma, type RunPair } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import type { PairChoice } from '@/lib/engine/stats/pair-wins'
import { audit } from '../audit'
import { type ProjectContext, personOf } from '../context'
import { AppError } from '../errors'
import { operation } from '../operation'
import { inScope, loadSides, type PairedSides, type PairScope, subjectOf } from './result'

/** Shows a person which side was which, once no pair is left that this would help them to answer. */
export const revealPairs = operation(contract, async (ctx, { leave, ...input }) => {
  const { userId } = personIn(ctx)
  const projectId = ctx.project.id
  const sides = await loadSides(ctx, input)
  const mine = { userId, batch: toBatch(sides) }
  return inTransaction(ctx, async (tx) => {
    const unanswered = await countUnanswered(tx, projectId, mine)
    if (unanswered > 0 && !leave)
      throw new AppError('conflict', `answer or leave the other pairs first (${unanswered} unanswered)`)
    if (unanswered > 0) {
      await leavePairs(tx, projectId, mine)
      await audit(tx, ctx, 'pairs.left', subjectOf(sides), null, { unanswered })
    }
    return { given: await listGiven(tx, projectId, mine) }
  })
})

/** The person who judges pairs. @throws forbidden for an API key */
export function personIn({ actor }: ProjectContext): { userId: string; name: string } {
  const person = personOf(actor)
  if (!person) throw new AppError('forbidden', 'only a person can say which is better')
  return person
}

/** The side that a person saw first or second. */
export function sideShown(place: 'first' | 'second', shownFirst: string): 'a' | 'b' {
  return (place === 'first') === (shownFirst === 'a') ? 'a' : 'b'
}

/** Pairs of which one tells about the next: all of the same two versions, or two runs of one version. */
type Batch = PairScope
type Mine = { userId: string; batch: Batch }

export function batchOf({ aVersionId, bVersionId, aRunId, bRunId }: RunPair): Batch {
  return { aVersionId, bVersionId, runIds: aVersionId === bVersionId ? [aRunId, bRunId] : null }
}

export const toBatch = ({ a, b, runIds }: PairedSides): Batch => ({
  aVersionId: a.versionId,
  bVersionId: b.versionId,
  runIds: a.versionId === b.versionId ? runIds : null,
})

/** Selects those of a batch that a person has neither answered nor left. */
const unansweredOf = (projectId: string, { userId, batch }: Mine): Prisma.Sql => Prisma.sql`
  ${inScope(projectId, batch)} AND NOT ${userId}::uuid = ANY(p.left_by)
  AND NOT EXISTS (SELECT 1 FROM pair_verdict v WHERE v.project_id = ${projectId}::uuid AND v.pair_id = p.id AND v.user_id = ${userId}::uuid)`

/** Counts the pairs that a person has still to answer. */
export async function countUnanswered(tx: Db | Tx, projectId: string, mine: Mine): Promise<number> {
  const [row] = await tx.$queryRaw<{ pairs: number }[]>`
    SELECT count(*)::int AS pairs FROM run_pair p WHERE ${unansweredOf(projectId, mine)}`
  return row?.pairs ?? 0
}

/** Takes the unanswered pairs from a person for good, and releases the one they have. */
async function leavePairs(tx: Tx, projectId: string, mine: Mine): Promise<void> {
  const { userId } = mine
  await tx.$executeRaw`
    UPDATE run_pair p SET left_by = array_append(p.left_by, ${userId}::uuid),
      claimed_until = CASE WHEN p.claimed_by_id = ${userId}::uuid THEN NULL ELSE p.claimed_until END,
      claimed_first = CASE WHEN p.claimed_by_id = ${userId}::uuid THEN NULL ELSE p.claimed_first END,
      claimed_by_id = CASE WHEN p.claimed_by_id = ${userId}::uuid THEN NULL ELSE p.claimed_by_id END
    WHERE ${unansweredOf(projectId, mine)}`
}

type Given = { choice: PairChoice; shownFirst: string; aRunId: string; bRunId: string }

async function listGiven(tx: Tx, projectId: string, { userId, batch }: Mine): Promise<RevealedPair[]> {
  const rows = await tx.$queryRaw<Given[]>`
    SELECT p.choice, p.shown_first AS "shownFirst", p.a_run_id AS "aRunId", p.b_run_id AS "bRunId" FROM pair_verdict p
    WHERE ${inScope(projectId, batch)} AND p.user_id = ${userId}::uuid ORDER BY p.at DESC, p.pair_id LIMIT ${MAX_SHOWN}`
  const versions = await tx.chainVersion.findMany({
    where: { projectId, id: { in: [batch.aVersionId, batch.bVersionId] } },
    select: { id: true, version: true },
  })
  const nameOf = (versionId: string) => versions.find(({ id }) => id === versionId)?.version ?? ''
  return rows.map(({ choice, shownFirst, aRunId, bRunId }) => {
    const a = { version: nameOf(batch.aVersionId), runId: aRunId }
    const b = { version: nameOf(batch.bVersionId), runId: bRunId }
    const [first, second] = shownFirst === 'a' ? [a, b] : [b, a]
    return { choice: choice === 'equal' ? choice : choice === shownFirst ? 'first' : 'second', first, second }
  })
}
