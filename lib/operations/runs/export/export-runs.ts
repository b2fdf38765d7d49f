import { exportRuns as contract, type ExportedRun } from '@/lib/contracts/run-export'
import { runInput } from '@/lib/contracts/run-input'
import type { RunRow } from '@/lib/contracts/runs'
import { operation } from '../../operation'
import { selectRuns } from '../read/select-runs'
import { toErrorView } from '../read/to-error-view'
import { toTokensView } from '../read/to-node-view'
import { toSignalViews } from '../read/to-signal-views'
import { findLatestScores } from './find-latest-scores'
import { findRunFacts, type RunFact } from './find-run-facts'

/**
 * Runs as rows, one page a call: what is held is a page, whatever the project holds. Oldest first, so that runs that
 * arrive meanwhile come at the end.
 */
export const exportRuns = operation(contract, async (ctx, { limit, cursor, ...filters }) => {
  const { runs, next } = await selectRuns(ctx, filters, { sort: 'oldest', limit, cursor })
  const projectId = ctx.project.id
  const ids = runs.map((run) => run.id)
  const [facts, scores, signals] = await Promise.all([
    findRunFacts(ctx.db, projectId, ids),
    findLatestScores(ctx.db, projectId, ids),
    ctx.db.signal.findMany({
      where: { projectId, runId: { in: ids } },
      orderBy: [{ recordedAt: 'asc' }, { id: 'asc' }],
    }),
  ])
  const signalsOf = Map.groupBy(signals, (signal) => signal.runId)
  const rows = runs.flatMap((run) => {
    const fact = facts.get(run.id)
    if (!fact) return []
    return [
      { ...toRow(run, fact), scores: scores.get(run.id) ?? [], allSignals: toSignalViews(signalsOf.get(run.id) ?? []) },
    ]
  })
  return { rows, next }
})

function toRow(run: RunRow, fact: RunFact): Omit<ExportedRun, 'scores' | 'allSignals'> {
  return {
    ...run,
    error: toErrorView(fact.error),
    tokenCounts: toTokensView(runInput.shape.tokens.parse(fact.tokens ?? undefined)),
    startedAt: fact.startedAt?.toISOString() ?? null,
    endedAt: fact.endedAt?.toISOString() ?? null,
    receivedAt: fact.receivedAt.toISOString(),
    submittedVia: fact.submittedVia,
    metadata: runInput.shape.metadata.parse(fact.metadata ?? undefined) ?? null,
  }
}
