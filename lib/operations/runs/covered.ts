import { type RunState, runState } from '@/lib/contracts/reviews'
import type { SignalView } from '@/lib/contracts/run-detail'
import type { RunRow } from '@/lib/contracts/runs'
import { type BlindSubjects, findBlindItems } from '../blind-reviews/find'
import type { ProjectContext } from '../context'

/** A run with verdicts that the caller must not see yet; `before`: its state before the first of them, null if that is unknown. */
export type CoveredRun = { before: RunState | null }

/** Finds those of the runs that others have decided on and that the caller is about to review blind, by id. */
export async function findCovered(ctx: ProjectContext, runIds: readonly string[]): Promise<Map<string, CoveredRun>> {
  const blind = await findBlindItems(ctx, runIds)
  return loadBefore(
    ctx,
    [...blind].flatMap(([runId, { isJudged }]) => (isJudged ? [runId] : [])),
  )
}

/** The same for a caller whose blind reviews are known. */
export function findCoveredAmong(
  ctx: ProjectContext,
  { judged }: BlindSubjects,
  runIds: readonly string[],
): Promise<Map<string, CoveredRun>> {
  const asked = new Set(runIds)
  return loadBefore(
    ctx,
    judged.filter((runId) => asked.has(runId)),
  )
}

async function loadBefore(ctx: ProjectContext, ids: readonly string[]): Promise<Map<string, CoveredRun>> {
  if (ids.length === 0) return new Map()
  const first = await ctx.db.decision.findMany({
    where: { projectId: ctx.project.id, runId: { in: [...ids] }, kind: 'review' },
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
