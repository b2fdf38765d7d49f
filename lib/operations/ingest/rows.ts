import { v7 as uuid } from 'uuid'
import { signalNumber } from '@/lib/contracts/evaluators'
import type { Tx } from '@/lib/db/client'
import { insertRows, type Row } from '@/lib/db/rows'
import type { MeasuredRun, RunStanding, SignalsInForce } from '@/lib/engine/scoring/scored-run'
import { RUN } from '../runs/columns'
import type { ParsedRun } from './parse'
import type { ScoringSettings, VersionSettings } from './version'

/** A run that is being taken in: what was sent, by which settings, and what was measured. */
export type IncomingRun = ParsedRun & {
  projectId: string
  runId: string
  settings: VersionSettings
  occurredAt: Date
  receivedAt: Date
  via: string
  /** Counts how often this run's facts were replaced by fuller ones, from 1. */
  revision: number
  measured: MeasuredRun
  signals: SignalsInForce
  /** A check that came before it let its verification through unmet. */
  isOverridden: boolean
}

/** A run that was measured, and whose version may not be there yet. */
export type MeasuredIncoming = Omit<IncomingRun, 'settings'> & { settings: ScoringSettings | VersionSettings }

const MAX_SEARCH = 240

function toRunRow({ run, hash, settings, ...incoming }: IncomingRun): Row {
  return {
    project_id: incoming.projectId,
    id: incoming.runId,
    client_id: run.id,
    body_hash: hash,
    chain_id: settings.chainId,
    version_id: settings.versionId,
    kind: run.kind,
    scenario: run.scenario,
    execution: run.execution,
    attempt: run.attempt,
    max_attempts: run.maxAttempts,
    status: run.status,
    request: run.request,
    output: run.output,
    error: toErrorObject(run.error),
    tokens: run.tokens,
    cost_usd: run.costUsd,
    budget: run.budget,
    contract: run.contract,
    criteria: run.criteria,
    sources: run.sources,
    metadata: run.metadata,
    started_at: run.startedAt,
    ended_at: run.endedAt,
    duration_ms: durationOf(run),
    submitted_via: incoming.via,
    received_at: incoming.receivedAt,
  }
}

export function toNodeRows({ run, projectId, runId }: IncomingRun): Row[] {
  return run.nodes.map((node, ordinal) => ({
    project_id: projectId,
    run_id: runId,
    node_id: node.id,
    ordinal,
    name: node.name,
    type: node.type,
    dependencies: node.dependencies,
    status: node.status,
    output: node.output,
    error: toErrorObject(node.error),
    tool_calls: node.toolCalls,
    files: node.files,
    tokens: node.tokens,
    attempts: node.attempts,
    started_at: node.startedAt,
    ended_at: node.endedAt,
    duration_ms: durationOf(node),
  }))
}

export function toSignalRows({ run, projectId, runId, receivedAt, via }: IncomingRun): Row[] {
  return run.signals.map((signal) => ({
    project_id: projectId,
    run_id: runId,
    id: uuid(),
    evaluator: signal.evaluator,
    value: signalNumber(signal.evaluator, signal.value),
    raw: signal.value,
    origin: 'ingest',
    by: 'by' in signal ? (signal.by ?? via) : via,
    comment: 'comment' in signal ? signal.comment : undefined,
    recorded_at: ('at' in signal && signal.at) || receivedAt,
  }))
}

export function toIssueRows({ measured, projectId, runId }: IncomingRun): Row[] {
  return measured.issues.map((issue, ordinal) => ({ project_id: projectId, run_id: runId, ordinal, ...issue }))
}

export function toFailureRows({ measured, projectId, runId, occurredAt }: IncomingRun): Row[] {
  return measured.failures.map((failure) => ({
    project_id: projectId,
    run_id: runId,
    node_id: failure.nodeId,
    failure_class: failure.failureClass,
    retryable: failure.retryable,
    failure_mode: failure.failureMode,
    confidence: failure.confidence,
    matched: failure.matched,
    role: failure.role,
    fingerprint: failure.fingerprint,
    message: failure.message,
    occurred_at: occurredAt,
  }))
}

export function toSummaryRow(incoming: IncomingRun, standing: RunStanding): Row {
  const { run, settings, measured, signals } = incoming
  const profileScore = settings.profile === 'gaff' ? measured.gaff : measured.stratt
  return {
    project_id: incoming.projectId,
    id: incoming.runId,
    client_id: run.id,
    chain_id: settings.chainId,
    version_id: settings.versionId,
    kind: run.kind,
    scenario: run.scenario,
    execution: run.execution,
    attempt: run.attempt,
    status: run.status,
    occurred_at: incoming.occurredAt,
    duration_ms: durationOf(run),
    tokens: totalTokens(run),
    cost_usd: run.costUsd,
    nodes: run.nodes.length,
    failed_nodes: run.nodes.filter((node) => node.status === 'failed').length,
    issues: measured.issues.length,
    profile: settings.profile,
    quality: standing.quality,
    gaff: measured.gaff.value,
    grade: measured.gaff.grade,
    stratt: measured.stratt.value,
    band: measured.stratt.band,
    factors: Object.fromEntries(profileScore.breakdown.factors.map((factor) => [factor.name, factor.value])),
    blocked: measured.blockers.length > 0,
    confidence: standing.confidence.value,
    coverage: standing.coverage,
    ...signals,
    human_origin: signals.human === null ? null : 'ingest',
    decision: standing.decision,
    decision_kind: standing.decisionKind,
    max_attempts: run.maxAttempts ?? settings.maxAttempts,
    blockers: measured.blockers,
    basis: standing.basis,
    reason: standing.reason,
    failure_class: mainFailure(measured)?.failureClass,
    flag: standing.flag,
    is_overridden: incoming.isOverridden,
    search: searchText(incoming),
    revision: incoming.revision,
  }
}

/** What a run failed of first: a root before what follows from it. */
export function mainFailure(measured: MeasuredRun) {
  return measured.failures.find((failure) => failure.role === 'root') ?? measured.failures[0]
}

function searchText({ run, settings, measured }: IncomingRun): string {
  const parts = [run.id, settings.chain, settings.version, run.scenario, run.execution, mainFailure(measured)?.message]
  return parts.filter(Boolean).join(' ').toLowerCase().slice(0, MAX_SEARCH).toWellFormed()
}

type Timed = { durationMs?: number | undefined; startedAt?: string | undefined; endedAt?: string | undefined }

/** Milliseconds, as told or between start and end; undefined when neither is known. */
export function durationOf({ durationMs, startedAt, endedAt }: Timed): number | undefined {
  if (durationMs !== undefined) return durationMs
  return startedAt && endedAt ? Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) : undefined
}

type Tokens = { input?: number | undefined; output?: number | undefined; total?: number | undefined }

/** All tokens of a run: its own counts, else the sum of its nodes'; undefined when nobody counted. */
export function totalTokens(run: {
  tokens?: Tokens | undefined
  nodes: readonly { tokens?: Tokens | undefined }[]
}): number | undefined {
  const own = sumTokens(run.tokens)
  if (own !== undefined) return own
  const counted = run.nodes.map((node) => sumTokens(node.tokens)).filter((count) => count !== undefined)
  return counted.length > 0 ? counted.reduce((sum, count) => sum + count, 0) : undefined
}

function sumTokens(tokens: Tokens | undefined): number | undefined {
  if (!tokens) return undefined
  if (tokens.total !== undefined) return tokens.total
  return tokens.input === undefined && tokens.output === undefined
    ? undefined
    : (tokens.input ?? 0) + (tokens.output ?? 0)
}

function toErrorObject(error: string | object | null | undefined): object | undefined {
  if (error === null || error === undefined) return undefined
  return typeof error === 'string' ? { message: error } : error
}

export type KnownRun = { clientId: string; runId: string; hash: string }

/**
 * Inserts the runs that are new and tells which ids were there already. The unique index decides, so two requests
 * with the same id at the same instant make one run.
 */
export async function insertRuns(
  tx: Tx,
  projectId: string,
  runs: readonly IncomingRun[],
): Promise<{ fresh: IncomingRun[]; known: Map<string, KnownRun> }> {
  const ordered = [...runs].sort((a, b) => (a.run.id < b.run.id ? -1 : 1))
  const inserted = await tx.$queryRaw<{ id: string }[]>(
    insertRows('run', RUN, ordered.map(toRunRow), 'ON CONFLICT (project_id, client_id) DO NOTHING RETURNING id'),
  )
  const ids = new Set(inserted.map((row) => row.id))
  const fresh = runs.filter((run) => ids.has(run.runId))
  if (fresh.length === runs.length) return { fresh, known: new Map() }
  const others = runs.filter((run) => !ids.has(run.runId)).map((run) => run.run.id)
  return { fresh, known: await findKnownRuns(tx, projectId, others) }
}

/** Those of these ids that a run has already, by id. */
export async function findKnownRuns(
  tx: Tx,
  projectId: string,
  clientIds: readonly string[],
): Promise<Map<string, KnownRun>> {
  if (clientIds.length === 0) return new Map()
  const rows = await tx.run.findMany({
    where: { projectId, clientId: { in: [...clientIds] } },
    select: { id: true, clientId: true, bodyHash: true },
  })
  return new Map(rows.map((row) => [row.clientId, { clientId: row.clientId, runId: row.id, hash: row.bodyHash }]))
}
