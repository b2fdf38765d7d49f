import type { Tx } from '@/lib/db/client'
import { insertRows, jsonRecordset, setFrom } from '@/lib/db/rows'
import { analyzeConvergence } from '@/lib/engine/iteration/analyze-convergence'
import { recommendStop } from '@/lib/engine/judgement/recommend-stop'
import type { RunDecision } from '@/lib/engine/scoring/scored-run'

/** One attempt as stored in its execution; `score` is the number its decision used. */
export type AttemptScore = { attempt: number; runId: string; score: number | null }
export type ExecutionKey = { chainId: string; key: string; versionId: string }
/** `versionId` and `decision` are those of the last attempt. */
export type ExecutionState = ExecutionKey & { scores: AttemptScore[]; decision: string }

export const executionId = (item: { chainId: string; key: string }) => `${item.chainId} ${item.key}`

/** Locks these executions in key order, creating missing ones, and returns their attempts so far. */
export async function lockExecutions(
  tx: Tx,
  projectId: string,
  keys: readonly ExecutionKey[],
  now: Date,
): Promise<Map<string, ExecutionState>> {
  const wanted = [...new Map(keys.map((item) => [executionId(item), item]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, item]) => item)
  if (wanted.length === 0) return new Map()
  const rows = wanted.map(({ chainId, key, versionId }) => ({
    projectId,
    chainId,
    key,
    versionId,
    scores: [],
    attempts: 0,
    state: 'insufficient',
    action: 'continue',
    decision: 'insufficient_evidence',
    updatedAt: now,
  }))
  // The no-op update takes the row lock on an execution that exists.
  const locked = await tx.$queryRaw<ExecutionState[]>(
    insertRows(
      'execution',
      rows,
      'ON CONFLICT (project_id, chain_id, key) DO UPDATE SET key = EXCLUDED.key RETURNING chain_id AS "chainId", key, version_id AS "versionId", scores, decision',
    ),
  )
  return new Map(locked.map((row) => [executionId(row), row]))
}

/** Locks those of these executions that exist, in the order of {@link lockExecutions}. */
export async function lockKnownExecutions(tx: Tx, projectId: string, keys: readonly ExecutionKey[]): Promise<void> {
  if (keys.length === 0) return
  const [chainIds, names] = [keys.map(({ chainId }) => chainId), keys.map(({ key }) => key)]
  await tx.$queryRaw`
    SELECT 1 FROM execution WHERE project_id = ${projectId}::uuid AND chain_id = ANY(${chainIds}::uuid[]) AND key = ANY(${names}::text[])
      AND chain_id::text || ' ' || key = ANY(${keys.map(executionId)}::text[])
    ORDER BY chain_id, key COLLATE "C" FOR UPDATE`
}

/** An attempt that was sent with a limit. */
export type NamedLimit = { attempt: number; maxAttempts: number }

/** The limit in force for an attempt that names none: that of the latest attempt before it that does. */
export function limitBefore(limits: readonly NamedLimit[], attempt: number): number | undefined {
  return limits
    .filter((limit) => limit.attempt < attempt)
    .toSorted((a, b) => a.attempt - b.attempt)
    .at(-1)?.maxAttempts
}

/** Loads the limits that stored attempts of these executions were sent with, by {@link executionId}. */
export async function loadNamedLimits(
  tx: Tx,
  projectId: string,
  keys: readonly Pick<ExecutionKey, 'chainId' | 'key'>[],
): Promise<Map<string, NamedLimit[]>> {
  if (keys.length === 0) return new Map()
  const distinct = [...new Map(keys.map((item) => [executionId(item), item])).values()]
  const rows = await tx.$queryRaw<(NamedLimit & { chainId: string; key: string })[]>`
    SELECT s.chain_id AS "chainId", s.execution AS key, s.attempt, r.max_attempts AS "maxAttempts"
    FROM unnest(${distinct.map(({ chainId }) => chainId)}::uuid[], ${distinct.map(({ key }) => key)}::text[]) AS x(chain_id, key)
    JOIN run_summary s ON s.project_id = ${projectId}::uuid AND s.chain_id = x.chain_id AND s.execution = x.key
    JOIN run r ON r.project_id = ${projectId}::uuid AND r.id = s.id AND r.max_attempts IS NOT NULL`
  return Map.groupBy(rows, executionId)
}

export type ExecutionResult = ExecutionState & { updatedAt: Date }

/** Columns written whenever an execution's attempts change. */
const WRITTEN = [
  ...(['versionId', 'scores', 'attempts', 'state', 'action', 'bestAttempt', 'bestScore', 'decision'] as const),
  ...(['gain', 'expectedGain'] as const),
] as const

/** Writes the attempts, convergence and decision of locked executions in one statement. */
export async function writeExecutions(tx: Tx, projectId: string, results: readonly ExecutionResult[]): Promise<void> {
  if (results.length === 0) return
  const rows = results.map((item) => {
    const scored = item.scores.filter((entry) => entry.score !== null)
    const convergence =
      scored.length > 0 ? analyzeConvergence({ scores: scored.map((entry) => entry.score ?? 0) }) : null
    const best = convergence?.best ? scored[convergence.best.iteration - 1] : undefined
    return {
      ...item,
      attempts: item.scores.length,
      state: convergence?.state ?? 'insufficient',
      action: convergence?.action ?? 'continue',
      bestAttempt: best?.attempt ?? null,
      bestScore: best?.score ?? null,
      ...executionGains(item.scores),
    }
  })
  await tx.$executeRaw`
    UPDATE execution e SET ${setFrom('execution', WRITTEN)},
      updated_at = CASE WHEN e.attempts = 0 THEN x.updated_at ELSE GREATEST(e.updated_at, x.updated_at) END
    FROM ${jsonRecordset('execution', ['chainId', 'key', 'updatedAt', ...WRITTEN], rows)}
    WHERE e.project_id = ${projectId}::uuid AND e.chain_id = x.chain_id AND e.key = x.key`
}

/** The gain of the attempts after the first, and the expected gain of one more; null with too few scores. */
export function executionGains(attempts: readonly Pick<AttemptScore, 'score'>[]) {
  const scores = attempts.flatMap(({ score }) => score ?? [])
  const best = scores.length > 1 ? analyzeConvergence({ scores }).best : null
  return {
    gain: best ? best.score - (scores[0] ?? 0) : null,
    expectedGain: scores.length > 0 ? recommendStop({ scores }).expectedGain : null,
  }
}

type DecidedAttempt = {
  attempt: number
  runId: string
  versionId: string
  occurredAt: Date
  decided: Pick<RunDecision, 'decision' | 'decisionScore'>
}

/** The scores of the attempts before one, in attempt order. */
export const scoresBefore = (attempt: number, scores: readonly AttemptScore[] = []) =>
  scores.filter((entry) => entry.attempt < attempt).map((entry) => entry.score)

/**
 * Adds or replaces one run's attempt, in attempt order; another run of the same attempt number is kept beside it. The execution has the
 * version and the decision of its last attempt.
 */
export function withAttempt(execution: ExecutionState, added: DecidedAttempt): ExecutionResult {
  const { attempt, runId, versionId, occurredAt, decided } = added
  const others = execution.scores.filter((entry) => entry.runId !== runId)
  const scores = [...others, { attempt, runId, score: decided.decisionScore }].sort(
    (a, b) => a.attempt - b.attempt || (a.runId < b.runId ? -1 : 1),
  )
  const isLast = scores.at(-1)?.runId === runId
  return { ...execution, ...(isLast && { versionId, decision: decided.decision }), scores, updatedAt: occurredAt }
}
