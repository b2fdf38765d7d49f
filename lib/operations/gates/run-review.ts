import type { GateRow, GateRunReview } from '@/lib/contracts/gates'
import type { BlindSubjects } from '../blind-reviews/find'
import type { ProjectContext } from '../context'
import { selectEffective } from '../runs/signals'

type Subject = Pick<GateRow, 'state' | 'runId'>

/**
 * Returns a lookup of the verdict that counts among those people gave on the run of a pending gate itself. Without those that the caller must
 * not see yet, because they are to review the run blind.
 */
export async function findRunReviews(
  ctx: ProjectContext,
  blind: BlindSubjects,
  gates: readonly Subject[],
): Promise<(gate: Subject) => GateRunReview | null> {
  const runIds = gates.flatMap(({ state, runId }) => (state === 'pending' && runId !== null ? [runId] : []))
  if (runIds.length === 0) return () => null
  const signals = await ctx.db.signal.findMany({
    where: { projectId: ctx.project.id, runId: { in: runIds }, evaluator: 'human', origin: 'review' },
  })
  const reviews = new Map<string, GateRunReview>()
  for (const [runId, given] of Map.groupBy(signals, (signal) => signal.runId)) {
    const { human } = selectEffective(given)
    if (!human || human.value === null || blind.runs.includes(runId)) continue
    reviews.set(runId, { by: human.by ?? 'someone', value: human.value, reason: human.comment })
  }
  return ({ state, runId }) => (state === 'pending' && runId !== null ? (reviews.get(runId) ?? null) : null)
}
