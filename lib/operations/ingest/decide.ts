import type { Tx } from '@/lib/db/client'
import { decideRun } from '@/lib/engine/scoring/decide-run'
import type { RunDecision } from '@/lib/engine/scoring/scored-run'
import type { ProjectContext } from '../context'
import { type ExecutionResult, executionId, lockExecutions, withAttempt } from '../runs/executions'
import type { IncomingRun } from './version'

export type ScoredBatch = {
  runs: { incoming: IncomingRun; decided: RunDecision }[]
  executions: ExecutionResult[]
  /** Stored attempts that follow one that just arrived, and must be recomputed. */
  staleAttempts: string[]
}

/** Decides each run. Attempts of one execution are decided in order, with earlier attempts read under the execution's lock. */
export async function decideRuns(tx: Tx, ctx: ProjectContext, fresh: readonly IncomingRun[]): Promise<ScoredBatch> {
  const keyOf = (item: IncomingRun) => ({
    chainId: item.settings.chainId,
    key: item.run.execution ?? '',
    versionId: item.settings.versionId,
  })
  const iterated = fresh.filter((item) => item.run.execution !== undefined)
  const states = await lockExecutions(tx, ctx.project.id, iterated.map(keyOf), ctx.now())
  const ordered = [...fresh].sort((a, b) => a.run.attempt - b.run.attempt || (a.runId < b.runId ? -1 : 1))
  const results = new Map<string, ExecutionResult>()
  const staleAttempts = new Set<string>()
  const arrived = new Set(fresh.map((item) => item.runId))
  const runs = ordered.map((incoming) => {
    const id = executionId(keyOf(incoming))
    const state = incoming.run.execution === undefined ? undefined : (results.get(id) ?? states.get(id))
    const earlier = state?.scores.filter((entry) => entry.attempt < incoming.run.attempt) ?? []
    const decided = decideIncoming(
      incoming,
      earlier.map((entry) => entry.score),
    )
    if (!state) return { incoming, decided }
    for (const entry of state.scores)
      if (entry.attempt > incoming.run.attempt && !arrived.has(entry.runId)) staleAttempts.add(entry.runId)
    const scores = withAttempt(state.scores, {
      attempt: incoming.run.attempt,
      runId: incoming.runId,
      score: decided.decisionScore,
    })
    const isLast = scores.at(-1)?.runId === incoming.runId
    const last = isLast && { versionId: incoming.settings.versionId, decision: decided.decision }
    results.set(id, { ...state, ...last, scores, updatedAt: incoming.occurredAt })
    return { incoming, decided }
  })
  return { runs, executions: [...results.values()], staleAttempts: [...staleAttempts] }
}

function decideIncoming(
  { run, settings, measured, signals, isOverridden }: IncomingRun,
  earlier: readonly (number | null)[],
): RunDecision {
  return decideRun({
    profile: settings.profile,
    gaff: measured.gaff.value,
    stratt: measured.stratt.value,
    band: measured.stratt.band,
    status: run.status,
    kind: run.kind,
    signals,
    humanOrigin: signals.human === null ? null : 'ingest',
    blockers: measured.blockers,
    isOverridden,
    attempt: run.attempt,
    maxAttempts: run.maxAttempts ?? settings.maxAttempts,
    earlier,
    confidenceWeights: settings.configuration.confidence_weights,
    gaffThreshold: measured.gaff.breakdown.threshold,
  })
}
