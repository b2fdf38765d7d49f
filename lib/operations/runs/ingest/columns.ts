import type { Columns } from '@/lib/db/rows'

/** The tables an ingest writes, column by column, for set-based inserts. */
export const RUN: Columns = {
  project_id: 'uuid', id: 'uuid', client_id: 'text', body_hash: 'text', chain_id: 'uuid', version_id: 'uuid', kind: 'text', scenario: 'text',
  execution: 'text', attempt: 'int', max_attempts: 'int', status: 'text', request: 'jsonb', output: 'jsonb', error: 'jsonb', tokens: 'jsonb',
  cost_usd: 'float8', budget: 'jsonb', contract: 'jsonb', criteria: 'jsonb', sources: 'jsonb', metadata: 'jsonb', started_at: 'timestamptz',
  ended_at: 'timestamptz', duration_ms: 'float8', submitted_via: 'text', received_at: 'timestamptz',
}

export const NODE_RUN: Columns = {
  project_id: 'uuid', run_id: 'uuid', node_id: 'text', ordinal: 'int', name: 'text', type: 'text', dependencies: 'text[]', status: 'text',
  output: 'jsonb', error: 'jsonb', tool_calls: 'jsonb', files: 'jsonb', tokens: 'jsonb', attempts: 'int', started_at: 'timestamptz',
  ended_at: 'timestamptz', duration_ms: 'float8',
}

export const SIGNAL: Columns = {
  project_id: 'uuid', run_id: 'uuid', id: 'uuid', evaluator: 'text', value: 'float8', raw: 'jsonb', origin: 'text', by: 'text', comment: 'text',
  decision_id: 'uuid', retracts: 'uuid', recorded_at: 'timestamptz',
}

export const ISSUE: Columns = {
  project_id: 'uuid', run_id: 'uuid', ordinal: 'int', stage: 'text', type: 'text', field: 'text', message: 'text', severity: 'text', blocker: 'bool',
}

export const SCORE: Columns = {
  project_id: 'uuid', run_id: 'uuid', series: 'text', revision: 'int', profile: 'text', value: 'float8', grade: 'text', band: 'text',
  blocked: 'bool', breakdown: 'jsonb', engine_version: 'text', computed_at: 'timestamptz',
}

export const FAILURE: Columns = {
  project_id: 'uuid', run_id: 'uuid', node_id: 'text', failure_class: 'text', retryable: 'bool', failure_mode: 'text', confidence: 'float8',
  matched: 'text', role: 'text', fingerprint: 'text', message: 'text', occurred_at: 'timestamptz',
}

export const RUN_SUMMARY: Columns = {
  project_id: 'uuid', id: 'uuid', client_id: 'text', chain_id: 'uuid', version_id: 'uuid', kind: 'text', scenario: 'text', execution: 'text',
  attempt: 'int', status: 'text', occurred_at: 'timestamptz', duration_ms: 'float8', tokens: 'float8', cost_usd: 'float8', nodes: 'int',
  failed_nodes: 'int', issues: 'int', profile: 'text', quality: 'float8', gaff: 'float8', grade: 'text', stratt: 'float8', band: 'text',
  factors: 'jsonb', blocked: 'bool', confidence: 'float8', coverage: 'float8', self: 'float8', peer: 'float8', downstream: 'float8',
  human: 'float8', human_origin: 'text', decision: 'text', decision_kind: 'text', max_attempts: 'int', blockers: 'text[]', basis: 'text',
  reason: 'text', failure_class: 'text', flag: 'text', search: 'text', revision: 'int',
}
