import type { Decision } from '@/lib/contracts/primitives'
import type { Tx } from '@/lib/db/client'
import {
  type ExecutionResult,
  executionId,
  lockExecutions,
  withAttempt,
  writeExecutions,
} from '@/lib/operations/runs/executions'

/** Inserts the judged runs that do not exist yet, and removes the others from `judged`. @returns how many were new */
export async function storeRuns(tx: Tx, projectId: string): Promise<number> {
  await tx.$executeRaw`CREATE TEMP TABLE fresh (id uuid PRIMARY KEY) ON COMMIT DROP`
  const stored = await tx.$executeRaw`
    WITH taken AS (
      INSERT INTO run_key (project_id, run_key, run_id) SELECT ${projectId}::uuid, client_id, id FROM judged ORDER BY client_id
      ON CONFLICT DO NOTHING RETURNING run_id),
    inserted AS (
      INSERT INTO run (project_id, id, client_id, body_hash, chain_id, version_id, kind, scenario, execution, attempt, status, output, error,
        tokens, cost_usd, metadata, started_at, ended_at, duration_ms, submitted_via, received_at)
      SELECT ${projectId}::uuid, id, client_id, 'seed ' || i, chain_id, version_id, kind, scenario, execution, attempt, status, output || jsonb_strip_nulls(jsonb_build_object('note', note)), error,
        jsonb_build_object('input', tokens_in, 'output', tokens_out), cost_usd, jsonb_build_object('seed', 'million'), occurred_at,
        occurred_at + make_interval(secs => duration_ms / 1000), duration_ms, 'seed', occurred_at + make_interval(secs => duration_ms / 1000)
      FROM judged WHERE id IN (SELECT run_id FROM taken) ORDER BY id RETURNING id)
    INSERT INTO fresh SELECT id FROM inserted`
  await tx.$executeRaw`DELETE FROM judged j WHERE NOT EXISTS (SELECT 1 FROM fresh f WHERE f.id = j.id)`
  if (stored === 0) return 0
  await storeSummaries(tx, projectId)
  await storeFailures(tx, projectId)
  await storeTexts(tx, projectId)
  return stored
}

async function storeSummaries(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO run_summary (project_id, id, client_id, chain_id, version_id, kind, scenario, execution, attempt, status, occurred_at, duration_ms,
      tokens, cost_usd, nodes, failed_nodes, issues, profile, quality, gaff, grade, stratt, band, factors, blocked, confidence, coverage,
      self, peer, downstream, decision, decision_kind, max_attempts, blockers, basis, reason, failure_class, flag)
    SELECT ${projectId}::uuid, id, client_id, chain_id, version_id, kind, scenario, execution, attempt, status, occurred_at, duration_ms,
      tokens, cost_usd, nodes, failed_nodes, issues, 'stratt', stratt, gaff, grade, stratt, band,
      jsonb_build_object('conformance', conformance, 'completeness', completeness, 'efficiency', efficiency), blocked, confidence, coverage,
      self, peer, downstream, decision, decision_kind, 3, blockers, basis, reason, failure_class, flag
    FROM judged ORDER BY id`
}

/** Fills the search index of the runs from their stored values. */
async function storeTexts(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO run_text (project_id, run_id, occurred_at, body, words)
    SELECT ${projectId}::uuid, j.id, j.occurred_at, b.body,
      array_to_tsvector(ARRAY['node:plan', 'node:fetch', 'node:write', 'node:check']) || to_tsvector('simple', translate(lower(b.body), '-:/.,_''"@', '         '))
    FROM judged j CROSS JOIN LATERAL (
      SELECT concat_ws(' ', j.client_id, j.chain_name, j.version_name, j.scenario, j.execution) || chr(10)
        || concat_ws(chr(10), j.message, j.note, (SELECT string_agg(value, chr(10)) FROM jsonb_each_text(j.output)), 'plan', 'fetch', 'write', 'check') AS body
    ) b ORDER BY j.id`
}

async function storeFailures(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO failure (project_id, run_id, node_id, failure_class, retryable, failure_mode, confidence, matched, role, fingerprint, part, message, occurred_at)
    SELECT ${projectId}::uuid, j.id, f.node_id, f.failure_class, f.retryable, f.failure_mode, f.confidence, f.matched, f.role, f.fingerprint, f.part, f.message, j.occurred_at
    FROM judged j JOIN shape_failure f ON f.fault = j.fault ORDER BY j.id`
}

type AttemptRow = {
  chainId: string
  versionId: string
  key: string
  attempt: number
  runId: string
  score: number
  decision: Decision
  occurredAt: Date
}

/** Stores the executions of the judged runs that are attempts, with the state the engine computes. */
export async function storeExecutions(tx: Tx, projectId: string, now: Date): Promise<void> {
  const attempts = await tx.$queryRaw<AttemptRow[]>`
    SELECT chain_id AS "chainId", version_id AS "versionId", execution AS key, attempt, id AS "runId", s AS score, decision, occurred_at AS "occurredAt"
    FROM judged WHERE execution IS NOT NULL ORDER BY execution, attempt`
  const states = await lockExecutions(tx, projectId, attempts, now)
  const results = new Map<string, ExecutionResult>()
  for (const { score, decision, ...attempt } of attempts) {
    const id = executionId(attempt)
    const known = results.get(id) ?? states.get(id)
    if (known) results.set(id, withAttempt(known, { ...attempt, decided: { decision, decisionScore: score } }))
  }
  await writeExecutions(tx, projectId, [...results.values()])
}
