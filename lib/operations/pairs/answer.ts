import { randomInt } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import {
  type BlindPair,
  type BlindSide,
  decidePair as decideContract,
  nextPair as nextContract,
  skipPair as skipContract,
} from '@/lib/contracts/pairs'
import type { Db, Tx } from '@/lib/db/client'
import type { Prisma, RunPair } from '@/lib/db/generated/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { AppError, notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { fillPayloads } from '../payloads/fill'
import { findSentNulls } from '../runs/rows'
import { toErrorView, toNodeView } from '../runs/views'
import { loadSides, ofSides } from './result'
import { batchOf, countUnanswered, personIn, sideShown } from './reveal'

/** How long a pair is reserved for a person. */
const CLAIM_MS = 10 * 60_000

/** Returns the next pair for a person, claimed in the statement that selects it, so that no two people get the same one. */
export const nextPair = operation(nextContract, async (ctx, { again, ...input }) => {
  const { userId } = personIn(ctx)
  const sides = await loadSides(ctx, input)
  const projectId = ctx.project.id
  const now = ctx.now()
  const { claimed, counts } = await inTransaction(ctx, async (tx) => {
    const until = new Date(now.getTime() + CLAIM_MS)
    const mine = ofSides(projectId, sides)
    if (again) await unskip(tx, { userId, mine })
    // A pair that this person already has is shown unchanged; otherwise those with the fewest verdicts come first, in a different order per
    // person.
    const [held] = await tx.$queryRaw<{ id: string }[]>`
      SELECT p.id FROM run_pair p WHERE ${mine} AND p.claimed_by_id = ${userId}::uuid AND p.claimed_until > ${now}`
    const [claimed] = await tx.$queryRaw<{ id: string }[]>`
      UPDATE run_pair SET claimed_by_id = ${userId}::uuid, claimed_until = ${until},
        claimed_first = CASE WHEN claimed_by_id = ${userId}::uuid THEN claimed_first ELSE ${drawSide()} END
      WHERE project_id = ${projectId}::uuid AND id = (
        SELECT p.id FROM run_pair p WHERE ${mine}
          AND NOT ${userId}::uuid = ANY(p.skipped_by || p.left_by)
          AND (p.claimed_by_id IS NULL OR p.claimed_by_id = ${userId}::uuid OR p.claimed_until <= ${now})
          AND NOT EXISTS (SELECT 1 FROM pair_verdict v WHERE v.project_id = ${projectId}::uuid AND v.pair_id = p.id AND v.user_id = ${userId}::uuid)
        ORDER BY (p.claimed_by_id = ${userId}::uuid) DESC NULLS LAST,
          (SELECT count(*) FROM pair_verdict v WHERE v.project_id = ${projectId}::uuid AND v.pair_id = p.id),
          md5(p.id::text || ${userId}::text)
        LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id`
    const [counts] = await tx.$queryRaw<PairCounts[]>`
      SELECT count(*)::int AS pairs, count(v.user_id)::int AS answered,
        count(*) FILTER (WHERE v.user_id IS NULL AND ${userId}::uuid = ANY(p.left_by))::int AS left,
        count(*) FILTER (WHERE v.user_id IS NULL AND ${userId}::uuid = ANY(p.skipped_by)
          AND NOT ${userId}::uuid = ANY(p.left_by))::int AS skipped,
        count(*) FILTER (WHERE v.user_id IS NULL AND NOT ${userId}::uuid = ANY(p.skipped_by || p.left_by)
          AND p.claimed_by_id <> ${userId}::uuid AND p.claimed_until > ${now})::int AS busy
      FROM run_pair p LEFT JOIN pair_verdict v ON v.project_id = p.project_id AND v.pair_id = p.id AND v.user_id = ${userId}::uuid
      WHERE ${mine}`
    // Getting the same pair again, such as after a page reload, is not audited.
    if (claimed && claimed.id !== held?.id) await audit(tx, ctx, 'pairs.claimed', `pair:${claimed.id}`, null, { until })
    return { claimed, counts: counts ?? NO_PAIRS }
  })
  const pair = claimed && (await loadPair(ctx.db, projectId, claimed.id))
  return { pair: pair ? await toBlindPair(ctx.db, pair) : null, ...counts }
})

type PairCounts = { pairs: number; answered: number; skipped: number; left: number; busy: number }
const NO_PAIRS: PairCounts = { pairs: 0, answered: 0, skipped: 0, left: 0, busy: 0 }

/** Offers the pairs that a person skipped to them again. */
async function unskip(tx: Tx, { userId, mine }: { userId: string; mine: Prisma.Sql }): Promise<void> {
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
    await audit(tx, ctx, 'pairs.skipped', `pair:${pairId}`, null, {})
  })
  return {}
})

/** Draws which side a person sees first, for each person and pair. */
const drawSide = () => (randomInt(2) === 0 ? 'a' : 'b')

/** Stores a person's verdict on their pair. Which side was which stays hidden: it would give the next pair away. */
export const decidePair = operation(decideContract, async (ctx, { pairId, choice, note }) => {
  const person = personIn(ctx)
  const projectId = ctx.project.id
  return inTransaction(ctx, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM run_pair WHERE project_id = ${projectId}::uuid AND id = ${pairId}::uuid FOR UPDATE`
    const pair = await loadPair(tx, projectId, pairId)
    if (!pair) throw notFound('pair')
    const { claimedById, claimedUntil, claimedFirst, chainId, aVersionId, bVersionId, aRunId, bRunId } = pair
    const key = { projectId, pairId, userId: person.userId }
    const before = await tx.pairVerdict.findUnique({ where: { projectId_pairId_userId: key } })
    if (before) throw new AppError('conflict', 'you have answered this pair already')
    if (claimedById !== person.userId || claimedFirst === null)
      throw new AppError('conflict', 'this pair is not yours to answer: somebody else may have it by now')
    const shownFirst = claimedFirst === 'a' ? 'a' : 'b'
    const chosen = choice === 'equal' ? 'equal' : sideShown(choice, shownFirst)
    const ofPair = { chainId, aVersionId, bVersionId, aRunId, bRunId }
    const verdict = { shownFirst, choice: chosen, note: note ?? null, by: person.name, at: ctx.now() }
    await tx.$executeRaw(insertRows('pairVerdict', [{ ...key, id: uuid(), ...ofPair, ...verdict }]))
    await tx.runPair.update({
      where: { projectId_id: { projectId, id: pairId } },
      data: { claimedById: null, claimedUntil: null, claimedFirst: null },
    })
    await audit(tx, ctx, 'pairs.decided', `pair:${pairId}`, null, {
      choice: chosen,
      shownFirst,
      late: claimedUntil && claimedUntil < ctx.now(),
    })
    await announce(tx, { project: projectId, topic: 'pairs' })
    return { choice, unanswered: await countUnanswered(tx, projectId, { userId: person.userId, batch: batchOf(pair) }) }
  })
})

const loadPair = (db: Db | Tx, projectId: string, id: string): Promise<RunPair | null> =>
  db.runPair.findUnique({ where: { projectId_id: { projectId, id } } })

/** Returns the pair for judging, without anything that identifies the sides, such as versions, ids and scores. */
async function toBlindPair(
  db: Db,
  { projectId, id, scenario, aRunId, bRunId, claimedFirst }: RunPair,
): Promise<BlindPair> {
  const ids = claimedFirst === 'b' ? [bRunId, aRunId] : [aRunId, bRunId]
  const runs = await db.run.findMany({
    where: { projectId, id: { in: ids } },
    select: { id: true, request: true, output: true, error: true },
  })
  const nodes = await db.nodeRun.findMany({ where: { projectId, runId: { in: ids } }, orderBy: { ordinal: 'asc' } })
  await fillPayloads(db, projectId, { runs, nodes })
  const nullsOf = await findSentNulls(db, projectId, ids)
  const [first, second] = ids.map((runId): BlindSide & { request: unknown } => {
    const run = runs.find((candidate) => candidate.id === runId)
    if (!run) throw notFound('run')
    const nulls = nullsOf(runId)
    const sent = (field: 'request' | 'output') => run[field] ?? (nulls.fields.has(field) ? null : undefined)
    return {
      request: sent('request'),
      output: sent('output'),
      error: toErrorView(run.error)?.message ?? null,
      steps: nodes
        .filter((node) => node.runId === runId)
        .map((node) => {
          const {
            name,
            id: nodeId,
            type,
            status,
            output,
            error,
            toolCalls,
          } = toNodeView(node, null, nulls.nodes.has(node.nodeId))
          return { name: name ?? nodeId, type, status, output, error: error?.message ?? null, toolCalls }
        }),
    }
  })
  if (!first || !second) throw notFound('run')
  return { id, scenario, request: first.request, first, second }
}
