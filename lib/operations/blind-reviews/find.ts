import { personOrigins } from '@/lib/contracts/evaluators'
import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { withPreparedStatements } from '@/lib/db/prepared-statements'
import { scopeRefusal } from '../authorize'
import { type ChainLevels, effectiveOf, joinLevels, LEVEL_COLUMNS } from '../configuration/levels'
import type { ProjectContext } from '../context'
import { AppError } from '../errors'

/** `isJudged`: a person has decided on the run, by a verdict or by its gate. */
type BlindItem = { isJudged: boolean }

/** The queue item of a run that the caller is about to review blind; see {@link findBlindItems}. Null for everyone else. */
export async function findBlindItem(ctx: ProjectContext, runId: string): Promise<BlindItem | null> {
  return (await findBlindItems(ctx, [runId])).get(runId) ?? null
}

/**
 * The queue items, by run, of those of the runs that the caller is about to review blind: they have claimed it, or it is assigned to them,
 * and they have never given a verdict on it. Whatever others said of it is not shown to them: comments, causes, verdicts, votes on its gate.
 */
export async function findBlindItems(ctx: ProjectContext, runIds: readonly string[]): Promise<Map<string, BlindItem>> {
  const userId = readerOf(ctx)
  const rows = userId === null ? [] : await listBlindItems(ctx.db, ctx.project.id, ctx.now(), [userId], runIds)
  return new Map(rows.map(({ runId, isJudged }) => [runId, { isJudged }]))
}

/** The id of the person who reads the answer: also of the one whom a connected app reads for. */
export function readerOf({ actor }: Pick<ProjectContext, 'actor'>): string | null {
  if (actor.kind === 'user') return actor.userId
  return actor.kind === 'key' ? (actor.person?.userId ?? null) : null
}

async function listBlindItems(
  db: Db,
  projectId: string,
  now: Date,
  userIds: readonly string[],
  runIds?: readonly string[],
) {
  if (userIds.length === 0 || runIds?.length === 0) return []
  const ofRuns = runIds ? Prisma.sql`AND i.run_id = ANY(${runIds}::uuid[])` : Prisma.empty
  const rows = await withPreparedStatements(
    () => db.$queryRaw<(ChainLevels & BlindItem & { runId: string; userId: string })[]>`
      SELECT i.run_id AS "runId", p.id AS "userId",
        i.said_by <> '{}' OR coalesce(s.human_origin = ANY(${personOrigins}::text[]), false) AS "isJudged", ${LEVEL_COLUMNS}
      FROM review_item i JOIN chain c ON c.project_id = i.project_id AND c.id = i.chain_id ${joinLevels(projectId)}
      JOIN run_summary s ON s.project_id = i.project_id AND s.id = i.run_id
      JOIN unnest(${userIds}::uuid[]) AS p(id)
        ON i.assigned_to_id = p.id OR i.claimed_by_id = p.id AND i.claimed_until > ${now}::timestamptz
      WHERE i.project_id = ${projectId}::uuid ${ofRuns} AND i.state = 'waiting'
        AND (i.assigned_to_id = ANY(${userIds}::uuid[]) OR i.claimed_by_id = ANY(${userIds}::uuid[]))
        AND NOT EXISTS (
          SELECT 1 FROM decision d WHERE d.project_id = ${projectId}::uuid AND d.run_id = i.run_id
            AND d.user_id = p.id AND d.kind = 'review')`,
  )
  return rows.filter((row) => effectiveOf(row).review.blind)
}

/** Those of the pairs of which the caller, a person who may answer, has not been shown which side is which; none for a key or a viewer. */
export async function findHiddenPairs(
  { actor, role, db, project }: ProjectContext,
  pairIds: readonly string[],
): Promise<string[]> {
  if (pairIds.length === 0 || actor.kind !== 'user' || scopeRefusal(actor, role, 'decide')) return []
  const where = { projectId: project.id, id: { in: [...pairIds] }, NOT: { shownTo: { has: actor.userId } } }
  return (await db.runPair.findMany({ where, select: { id: true } })).map(({ id }) => id)
}

/** The runs that a person is about to review blind, and the gates about one of them, by id. `judged`: those a person has decided on. */
export type BlindSubjects = { runs: readonly string[]; judged: readonly string[]; gates: ReadonlySet<string> }

export const NOTHING_BLIND: BlindSubjects = { runs: [], judged: [], gates: new Set() }

export async function findBlindSubjects(ctx: ProjectContext): Promise<BlindSubjects> {
  const userId = readerOf(ctx)
  if (userId === null) return NOTHING_BLIND
  return (await findBlindSubjectsOf(ctx.db, ctx.project.id, ctx.now(), [userId])).get(userId) ?? NOTHING_BLIND
}

/** The same for several people, by their id; without those who review nothing blind. */
export async function findBlindSubjectsOf(
  db: Db,
  projectId: string,
  now: Date,
  userIds: readonly string[],
): Promise<Map<string, BlindSubjects>> {
  const items = await listBlindItems(db, projectId, now, userIds)
  const runIds = [...new Set(items.map(({ runId }) => runId))]
  if (runIds.length === 0) return new Map()
  const about = await db.$queryRaw<{ id: string; runId: string }[]>`
    SELECT id, run_id AS "runId" FROM gate WHERE project_id = ${projectId}::uuid AND run_id = ANY(${runIds}::uuid[])
    UNION SELECT gate_id, run_id FROM gate_run WHERE project_id = ${projectId}::uuid AND run_id = ANY(${runIds}::uuid[])`
  const gatesOf = Map.groupBy(about, ({ runId }) => runId)
  return new Map(
    [...Map.groupBy(items, ({ userId }) => userId)].map(([userId, own]) => [
      userId,
      {
        runs: own.map(({ runId }) => runId),
        judged: own.filter(({ isJudged }) => isJudged).map(({ runId }) => runId),
        gates: new Set(own.flatMap(({ runId }) => gatesOf.get(runId) ?? []).map(({ id }) => id)),
      },
    ]),
  )
}

/** Conditions on a gate `g`, not to show how others decided on a run that the caller is to review blind. */
export function shownGates(ctx: ProjectContext, { gates }: BlindSubjects): Prisma.Sql[] {
  if (gates.size === 0) return []
  return [
    Prisma.sql`(g.state IN ('pending', 'timed_out') OR g.id <> ALL(${[...gates]}::uuid[]) OR g.decided_by_id = ${readerOf(ctx)}::uuid)`,
  ]
}

/**
 * Refuses a record that is only given whole, while it tells a caller who is no admin what others decided on a run that waits for their own
 * blind review. @throws conflict
 */
export async function refuseWhileBlind(ctx: ProjectContext, what: string): Promise<void> {
  if (ctx.role === 'admin') return
  const { length } = (await findBlindSubjects(ctx)).judged
  if (length === 0) return
  const runs = length === 1 ? 'a run that waits' : `${length} runs that wait`
  throw new AppError(
    'conflict',
    `${what} also says what others decided on ${runs} for your blind review: review first, hand it back, or ask an admin for the file`,
  )
}
