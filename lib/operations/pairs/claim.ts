import { randomInt } from 'node:crypto'
import { nextPair as nextContract, skipPair as skipContract } from '@/lib/contracts/pairs'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import type { ProjectContext } from '../context'
import { AppError, notFound } from '../errors'
import { operation } from '../operation'
import { answerStands } from '../runs/human-verdict'
import { findBlindPair } from './blind-pair'
import { answerOf, listOwn, personIn, unansweredBy } from './own'
import { loadSides, ofSides } from './result'

/** How long a pair is reserved for a person. */
export const CLAIM_MS = 10 * 60_000

const TRIES = 5

/** Returns the next pair for a person, claimed for them, and what became of the others. */
export const nextPair = operation(nextContract, async (ctx, { again, ...input }) => {
  const { userId } = personIn(ctx)
  const sides = await loadSides(ctx, input)
  const projectId = ctx.project.id
  const mine = ofSides(projectId, sides)
  for (let tries = 1; ; tries++) {
    const { claimedId, ...counts } = await inTransaction(ctx, async (tx) => {
      if (again) await unskip(tx, { userId, mine })
      return claimNext(tx, ctx, { userId, mine, passesLocked: tries === 1 })
    })
    const { pairs, answered, skipped, left, busy } = counts
    const isFree = pairs > answered + skipped + left + busy
    const pair = claimedId === null ? null : await findBlindPair(ctx.db, projectId, claimedId)
    if (pair || (claimedId === null && !isFree)) return { pair, ...counts }
    // Another request holds the pair that is free, or a run of it was deleted since.
    if (tries === TRIES) throw new AppError('conflict', 'the pairs are changing at the moment: try again')
  }
})

type Person = { userId: string; mine: Prisma.Sql }

/**
 * Claims a pair in the statement that selects it, so that no two people get the same one. `passesLocked`: takes another one instead of waiting
 * for a pair that another request holds.
 */
async function claimNext(
  tx: Tx,
  ctx: ProjectContext,
  { userId, mine, passesLocked }: Person & { passesLocked: boolean },
) {
  const projectId = ctx.project.id
  const now = ctx.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  const ofPerson = (pair: 'p' | 'run_pair') => Prisma.sql`
    v.project_id = ${projectId}::uuid AND v.pair_id = ${Prisma.raw(pair)}.id AND v.user_id = ${userId}::uuid`
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT p.id FROM run_pair p WHERE ${mine} AND p.claimed_by_id = ${userId}::uuid AND p.claimed_until > ${now}`
  // A pair whose answer this person took back comes first, then one they already have, which is shown unchanged, then those with the fewest
  // verdicts, in a different order per person.
  const [claimed] = await tx.$queryRaw<{ id: string }[]>`
    UPDATE run_pair SET claimed_by_id = ${userId}::uuid, claimed_until = ${until},
      claimed_first = CASE WHEN claimed_by_id = ${userId}::uuid THEN claimed_first ELSE coalesce(
        (SELECT v.shown_first FROM pair_verdict v WHERE ${ofPerson('run_pair')} ORDER BY v.at DESC LIMIT 1), ${drawSide()}) END
    WHERE project_id = ${projectId}::uuid AND id = (
      SELECT p.id FROM run_pair p WHERE ${mine} AND ${unansweredBy(projectId, userId)}
        AND NOT ${userId}::uuid = ANY(p.skipped_by)
        AND (p.claimed_by_id IS NULL OR p.claimed_by_id = ${userId}::uuid OR p.claimed_until <= ${now})
      ORDER BY EXISTS (SELECT 1 FROM pair_verdict v WHERE ${ofPerson('p')}) DESC,
        (p.claimed_by_id = ${userId}::uuid) DESC NULLS LAST,
        CASE WHEN p.claimed_by_id = ${userId}::uuid THEN p.claimed_until END DESC NULLS LAST,
        (SELECT count(*) FROM pair_verdict v WHERE v.project_id = ${projectId}::uuid AND v.pair_id = p.id AND ${answerStands(projectId, 'v')}),
        md5(p.id::text || ${userId}::text)
      LIMIT 1 FOR UPDATE ${passesLocked ? Prisma.raw('SKIP LOCKED') : Prisma.empty})
    RETURNING id`
  const [counts] = await tx.$queryRaw<PairCounts[]>`
    SELECT count(*)::int AS pairs, count(v.id)::int AS answered,
      count(*) FILTER (WHERE v.id IS NULL AND ${userId}::uuid = ANY(p.shown_to))::int AS left,
      count(*) FILTER (WHERE v.id IS NULL AND ${userId}::uuid = ANY(p.skipped_by)
        AND NOT ${userId}::uuid = ANY(p.shown_to))::int AS skipped,
      count(*) FILTER (WHERE v.id IS NULL AND NOT ${userId}::uuid = ANY(p.skipped_by || p.shown_to)
        AND p.claimed_by_id <> ${userId}::uuid AND p.claimed_until > ${now})::int AS busy
    FROM run_pair p LEFT JOIN pair_verdict v ON ${answerOf(projectId, userId)}
    WHERE ${mine}`
  const own = await listOwn(tx, projectId, userId, mine)
  // Getting the same pair again, such as after a page reload, is not audited.
  if (claimed && !held.some(({ id }) => id === claimed.id))
    await audit(tx, ctx, 'pairs.claimed', { subject: `pair:${claimed.id}`, after: { until } })
  return { claimedId: claimed?.id ?? null, ...(counts ?? NO_PAIRS), own }
}

type PairCounts = { pairs: number; answered: number; skipped: number; left: number; busy: number }
const NO_PAIRS: PairCounts = { pairs: 0, answered: 0, skipped: 0, left: 0, busy: 0 }

/** Offers the pairs that a person skipped to them again. */
async function unskip(tx: Tx, { userId, mine }: Person): Promise<void> {
  await tx.$executeRaw`
    UPDATE run_pair p SET skipped_by = array_remove(p.skipped_by, ${userId}::uuid)
    WHERE ${mine} AND ${userId}::uuid = ANY(p.skipped_by)`
}

/** Releases a person's pair without an answer, and keeps it from them until they ask for it. */
export const skipPair = operation(skipContract, async (ctx, { pairId }) => {
  const { userId } = personIn(ctx)
  const projectId = ctx.project.id
  await inTransaction(ctx, async (tx) => {
    const skipped = await tx.$executeRaw`
      UPDATE run_pair SET skipped_by = array_append(array_remove(skipped_by, ${userId}::uuid), ${userId}::uuid)
      WHERE project_id = ${projectId}::uuid AND id = ${pairId}::uuid`
    if (skipped === 0) throw notFound('pair')
    await tx.runPair.updateMany({
      where: { projectId, id: pairId, claimedById: userId },
      data: { claimedById: null, claimedUntil: null, claimedFirst: null },
    })
    await audit(tx, ctx, 'pairs.skipped', { subject: `pair:${pairId}`, after: {} })
  })
  return {}
})

/** Draws which side a person sees first, for each person and pair. */
const drawSide = () => (randomInt(2) === 0 ? 'a' : 'b')
