import { v7 as uuid } from 'uuid'
import { signalNumber } from '@/lib/contracts/evaluators'
import type { Tx } from '@/lib/db/client'
import { insertRows, type Row } from '@/lib/db/rows'
import type { MeasuredRun, RunDecision, SeriesScore } from '@/lib/engine/scoring/scored-run'
import { toRequestStart, toRunText } from '@/lib/ingest/run-text'
import { threadOf } from '@/lib/ingest/thread'
import { findRunIds } from '../runs/find'
import type { RunTextRow } from '../runs/text'
import { signedBy } from '../signals/sent-before'
import type { IncomingRun } from './version'

export function toRunRow({ run, hash, settings, ...incoming }: IncomingRun): Row<'run'> {
  const { id, chain, version, nodes, signals, error, ...sent } = run
  return {
    ...sent,
    projectId: incoming.projectId,
    id: incoming.runId,
    clientId: id,
    bodyHash: hash,
    chainId: settings.chainId,
    versionId: settings.versionId,
    error: toErrorObject(error),
    durationMs: durationOf(run),
    submittedVia: incoming.via,
    redactions: incoming.redactions,
    receivedAt: incoming.receivedAt,
  }
}

export function toNodeRows({ run, projectId, runId }: IncomingRun): Row<'nodeRun'>[] {
  return run.nodes.map(({ id, error, ...sent }, ordinal) => ({
    ...sent,
    projectId,
    runId,
    nodeId: id,
    ordinal,
    error: toErrorObject(error),
    durationMs: durationOf(sent),
  }))
}

/** The signals sent with the run, and those sent separately. */
export function toSignalRows({ run, projectId, runId, receivedAt, via, sent }: IncomingRun): Row<'signal'>[] {
  const own = run.signals.map((signal) => ({
    projectId,
    runId,
    id: uuid(),
    evaluator: signal.evaluator,
    value: signalNumber(signal.evaluator, signal.value),
    raw: signal.value,
    origin: 'ingest',
    by: signedBy(signal.evaluator, 'by' in signal ? signal.by : undefined, via),
    comment: 'comment' in signal ? signal.comment : undefined,
    recordedAt: ('at' in signal && signal.at) || receivedAt,
  }))
  return [...own, ...sent]
}

export function toIssueRows({ measured, projectId, runId }: IncomingRun): Row<'issue'>[] {
  return measured.issues.map((issue, ordinal) => ({ projectId, runId, ordinal, ...issue }))
}

type FailedRun = Pick<IncomingRun, 'projectId' | 'runId' | 'occurredAt'> & {
  measured: Pick<IncomingRun['measured'], 'failures'>
}

export function toFailureRows({ measured, projectId, runId, occurredAt }: FailedRun): Row<'failure'>[] {
  return measured.failures.map(({ node, template, code, leaf, ...failure }) => ({
    projectId,
    runId,
    occurredAt,
    ...failure,
  }))
}

export function toSummaryRow(incoming: IncomingRun, decided: RunDecision): Row<'runSummary'> {
  const { run, settings, measured, signals } = incoming
  const profileScore = settings.profile === 'gaff' ? measured.gaff : measured.stratt
  return {
    projectId: incoming.projectId,
    id: incoming.runId,
    clientId: run.id,
    chainId: settings.chainId,
    versionId: settings.versionId,
    title: run.title,
    kind: run.kind,
    scenario: run.scenario,
    execution: run.execution,
    attempt: run.attempt,
    status: run.status,
    occurredAt: incoming.occurredAt,
    durationMs: durationOf(run),
    tokens: totalTokens(run),
    costUsd: run.costUsd,
    nodes: run.nodes.length,
    failedNodes: run.nodes.filter((node) => node.status === 'failed').length,
    issues: measured.issues.length,
    profile: settings.profile,
    quality: decided.quality,
    gaff: measured.gaff.value,
    grade: measured.gaff.grade,
    stratt: measured.stratt.value,
    band: measured.stratt.band,
    factors: toFactorValues(profileScore),
    blocked: measured.blockers.length > 0,
    confidence: decided.confidence.value,
    coverage: decided.coverage,
    ...signals,
    humanOrigin: signals.human === null ? null : 'ingest',
    decision: decided.decision,
    decisionKind: decided.decisionKind,
    maxAttempts: run.maxAttempts ?? settings.maxAttempts,
    blockers: measured.blockers,
    basis: decided.basis,
    reason: decided.reason,
    failureClass: mainFailure(measured)?.failureClass,
    flag: decided.flag,
    isOverridden: incoming.isOverridden,
    thread: threadOf(run),
    tags: [...new Set(run.tags)],
    revision: incoming.revision,
    isIncomplete: incoming.isIncomplete ?? false,
  }
}

/** The factors of a score by name; null for an unmeasured one. */
export function toFactorValues({ breakdown }: SeriesScore): Record<string, number | null> {
  return Object.fromEntries(breakdown.factors.map((factor) => [factor.name, factor.value]))
}

/** The run's main failure: a root failure if any, else the first. */
export function mainFailure(measured: MeasuredRun) {
  return measured.failures.find((failure) => failure.role === 'root') ?? measured.failures[0]
}

/** The text of a run for search and lists. */
export function toTextRow({ run, runId, occurredAt }: Pick<IncomingRun, 'run' | 'runId' | 'occurredAt'>): RunTextRow {
  return {
    runId,
    occurredAt,
    body: toRunText(run),
    request: toRequestStart(run.request),
    nodes: run.nodes.flatMap(({ id, name }) => (name ? [name, id] : [id])),
  }
}

export function toTagRows({ run, projectId, runId, via, receivedAt }: IncomingRun): Row<'runTag'>[] {
  return [...new Set(run.tags)].map((tag) => ({ projectId, runId, tag, by: via, at: receivedAt }))
}

type Timed = { durationMs?: number | undefined; startedAt?: string | undefined; endedAt?: string | undefined }

/** Duration in ms, as sent or between start and end; undefined when unknown. */
export function durationOf({ durationMs, startedAt, endedAt }: Timed): number | undefined {
  if (durationMs !== undefined) return durationMs
  return startedAt && endedAt ? Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) : undefined
}

type Tokens = { input?: number | undefined; output?: number | undefined; total?: number | undefined }

/** Total tokens of a run: its own counts, else the sum of its nodes'; undefined when nothing was counted. */
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

/** Converts an error to the shape it is stored in. */
export function toErrorObject(error: string | object | null | undefined): object | undefined {
  if (error === null || error === undefined) return undefined
  return typeof error === 'string' ? { message: error } : error
}

export type KnownRun = { clientId: string; runId: string; hash: string }

/**
 * Claims the ids of new runs and returns which runs existed already. The table's primary key decides, so concurrent requests
 * with the same id create one run. The caller must store the run of a claimed id in the same transaction.
 */
export async function claimKeys(
  tx: Tx,
  projectId: string,
  runs: readonly IncomingRun[],
): Promise<{ fresh: IncomingRun[]; known: Map<string, KnownRun> }> {
  const ordered = [...runs].sort((a, b) => (a.run.id < b.run.id ? -1 : 1))
  const keys = ordered.map(({ run, runId }) => ({ projectId, runKey: run.id, runId }))
  const taken = await tx.$queryRaw<{ id: string }[]>(
    insertRows('runKey', keys, 'ON CONFLICT (project_id, run_key) DO NOTHING RETURNING run_id AS id'),
  )
  const ids = new Set(taken.map((row) => row.id))
  const fresh = runs.filter((run) => ids.has(run.runId))
  if (fresh.length === runs.length) return { fresh, known: new Map() }
  const others = runs.filter((run) => !ids.has(run.runId)).map((run) => run.run.id)
  return { fresh, known: await findKnownRuns(tx, projectId, others) }
}

/** Those of these client ids that a run already has, by client id. */
export async function findKnownRuns(
  tx: Tx,
  projectId: string,
  clientIds: readonly string[],
): Promise<Map<string, KnownRun>> {
  const runIds = await findRunIds(tx, projectId, clientIds)
  if (runIds.length === 0) return new Map()
  const rows = await tx.run.findMany({
    where: { projectId, id: { in: runIds } },
    select: { id: true, clientId: true, bodyHash: true },
  })
  return new Map(rows.map((row) => [row.clientId, { clientId: row.clientId, runId: row.id, hash: row.bodyHash }]))
}
