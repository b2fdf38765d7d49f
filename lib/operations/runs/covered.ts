import { type RunState, runState } from '@/lib/contracts/reviews'
import type { SignalView } from '@/lib/contracts/run-detail'
import type { RunRow } from '@/lib/contracts/runs'
import type { Db, Tx } from '@/lib/db/client'
import { type ChainLevels, effectiveOf, joinLevels, LEVEL_COLUMNS } from '../configuration/levels'
import { type ProjectContext, personOf } from '../context'

type BlindItem = { saidBy: string[] }

/** The queue item of a run that the caller is about to review blind; see {@link findBlindItems}. Null for everyone else. */
export async function findBlindItem(ctx: ProjectContext, runId: string): Promise<BlindItem | null> {
  return (await findBlindItems(ctx, [runId])).get(runId) ?? null
}

/**
 * The queue items, by run, of those of the runs that the caller is about to review blind: they have claimed it, or it is assigned to them,
 * and they have never given a verdict on it. Whatever others said of it is not shown to them: comments, causes, verdicts.
 */
export async function findBlindItems(ctx: ProjectContext, runIds: readonly string[]): Promise<Map<string, BlindItem>> {
  const person = personOf(ctx.actor)
  const rows = person ? await listBlindItems(ctx.db, ctx, [person.userId], runIds) : []
  return new Map(rows.map(({ runId, saidBy }) => [runId, { saidBy }]))
}

/** Finds those of these people who are about to review a run blind, by their ids. */
export async function findBlindReaders(
  tx: Tx,
  ctx: Pick<ProjectContext, 'project' | 'now'>,
  runId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  return new Set((await listBlindItems(tx, ctx, userIds, [runId])).map(({ userId }) => userId))
}

async function listBlindItems(
  db: Db | Tx,
  { project, now }: Pick<ProjectContext, 'project' | 'now'>,
  userIds: readonly string[],
  runIds: readonly string[],
) {
  if (userIds.length === 0 || runIds.length === 0) return []
  const rows = await db.$queryRaw<(ChainLevels & BlindItem & { runId: string; userId: string })[]>`
    SELECT i.run_id AS "runId", i.said_by AS "saidBy", p.id AS "userId", ${LEVEL_COLUMNS}
    FROM review_item i JOIN chain c ON c.project_id = i.project_id AND c.id = i.chain_id ${joinLevels(project.id)}
    JOIN unnest(${userIds}::uuid[]) AS p(id)
      ON i.assigned_to_id = p.id OR i.claimed_by_id = p.id AND i.claimed_until > ${now()}::timestamptz
    WHERE i.project_id = ${project.id}::uuid AND i.run_id = ANY(${runIds}::uuid[]) AND i.state = 'waiting'
      AND NOT EXISTS (
        SELECT 1 FROM decision d WHERE d.project_id = ${project.id}::uuid AND d.run_id = i.run_id
          AND d.user_id = p.id AND d.kind = 'review')`
  return rows.filter((row) => effectiveOf(row).review.blind)
}

/** A run with verdicts that the caller must not see yet; `before`: its state before the first of them, null if that is unknown. */
export type CoveredRun = { before: RunState | null }

/** Finds those of the runs that others have reviewed and that the caller is about to review blind, by id. */
export async function findCovered(ctx: ProjectContext, runIds: readonly string[]): Promise<Map<string, CoveredRun>> {
  const blind = await findBlindItems(ctx, runIds)
  const ids = [...blind].flatMap(([runId, { saidBy }]) => (saidBy.length > 0 ? [runId] : []))
  if (ids.length === 0) return new Map()
  const first = await ctx.db.decision.findMany({
    where: { projectId: ctx.project.id, runId: { in: ids }, kind: 'review' },
    orderBy: [{ decidedAt: 'asc' }, { id: 'asc' }],
    distinct: ['runId'],
    select: { runId: true, before: true },
  })
  const stateOf = new Map(first.map(({ runId, before }) => [runId, runState.safeParse(before).data ?? null]))
  return new Map(ids.map((runId) => [runId, { before: stateOf.get(runId) ?? null }]))
}

/** Returns the rows as this caller may see them: a run that is covered as it was before anyone reviewed it. */
export async function coverRuns<Row extends RunRow>(ctx: ProjectContext, rows: readonly Row[]): Promise<Row[]> {
  const covered = await findCovered(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const own = covered.get(row.id)
    return own ? coverRun(row, own) : row
  })
}

export function coverRun<Row extends RunRow>(run: Row, { before }: CoveredRun): Row {
  return {
    ...run,
    confidence: before?.confidence ?? null,
    coverage: before?.coverage ?? 0,
    quality: before?.quality ?? null,
    decision: before?.decision ?? 'escalate',
    decisionKind: null,
    reason: 'Others have reviewed it; what they said is shown once you have given your verdict',
    flag: null,
    signals: { ...run.signals, human: before?.human ?? null },
    humanOrigin: null,
  }
}

/** Leaves out the signals of verdicts; those that were sent with the run stay. */
export const withoutVerdicts = (signals: readonly SignalView[]): SignalView[] =>
  signals.filter(({ evaluator, decisionId }) => evaluator !== 'human' || decisionId === null)
