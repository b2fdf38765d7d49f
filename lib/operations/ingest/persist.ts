import { DAY_MS, HOUR_MS } from '@/lib/contracts/durations'
import type { Tx } from '@/lib/db/client'
import { batchStatements, insertRows, type Row } from '@/lib/db/rows'
import { isTooLittleMeasured, RUNNING } from '@/lib/engine/scoring/scored-run'
import { runData } from '@/lib/engine/webhooks/event-data'
import { reasonOf } from '@/lib/presentation/labels/verdicts'
import type { ProjectContext } from '../context'
import { noteGroupsOfRuns, reopenRegressed } from '../failures/arrivals'
import { followRuns } from '../gates/follow-runs'
import { openEscalationGates, openRegressionGates } from '../gates/open-automatic'
import { announce } from '../live/changes'
import { enqueuePrediction } from '../queue/enqueue'
import { countFailures, findHeads } from '../rollups/failures'
import { applyRollups } from '../rollups/runs'
import { addUnits, type UnitsOfRun } from '../rollups/units'
import { writeExecutions } from '../runs/executions'
import { recomputeRuns, toTraceFacts } from '../runs/recompute'
import { insertReviewItems, mayWait, type ReviewNews } from '../runs/review-items'
import { toScoreRow } from '../runs/rows'
import { refreshTags } from '../runs/tags'
import { insertRunTexts } from '../runs/text'
import { emitAll, type WebhookEvent } from '../webhooks/emit'
import {
  mainFailure,
  toFactorValues,
  toFailureRows,
  toIssueRows,
  toNodeRows,
  toRunRow,
  toSignalRows,
  toSummaryRow,
  toTagRows,
  toTextRow,
  totalTokens,
} from './rows'
import type { DecidedRun, ScoredBatch } from './score'
import type { IncomingRun } from './version'

/**
 * Stores runs whose ids were claimed, with all derived rows: one statement for the rows, then rollups, gates, review items and
 * the announcement to open pages. Statements that need nothing of each other's results are sent together, in this order.
 */
export async function persistResults(tx: Tx, ctx: ProjectContext, batch: ScoredBatch): Promise<void> {
  if (batch.runs.length === 0) return
  const projectId = ctx.project.id
  const incoming = batch.runs.map((item) => item.incoming)
  const [headOf] = await Promise.all([
    findHeads(tx, projectId, incoming),
    insertFacts(tx, projectId, batch),
    restoreTags(tx, projectId, incoming),
    noteUnfinished(tx, ctx, incoming),
    writeExecutions(tx, projectId, batch.executions),
    noteGroupsOfRuns(tx, projectId, incoming.flatMap(toFailedKey)),
    enqueuePrediction(tx, projectId),
    emitRuns(tx, ctx, batch.runs),
  ])
  // From here on batches of the project wait for each other: the counts are locked until the end.
  const failed = incoming.map((run) => ({ ...run, isNews: !run.isQuiet && !isHistory(run, ctx.now()) }))
  const [counted] = await Promise.all([
    countFailures(tx, projectId, incoming, headOf),
    applyRollups(tx, projectId, batch.runs.map(toRollupChange), [addUnits(projectId, incoming.map(toUnits))]),
  ])
  await reopenRegressed(tx, ctx, failed, counted)
  if (batch.staleAttempts.length > 0)
    await recomputeRuns(tx, {
      projectId,
      runIds: batch.staleAttempts,
      now: ctx.now(),
      cause: 'an earlier attempt arrived later',
    })
  const { added = [], replaced = [] } = Object.groupBy(batch.runs, ({ incoming: { revision } }) =>
    revision === 1 ? 'added' : 'replaced',
  )
  await followRuns(
    tx,
    projectId,
    replaced.map(({ incoming }) => ({ runId: incoming.runId, cause: causeOf(incoming) })),
  )
  const live = batch.runs.filter(({ incoming }) => isNews(incoming, ctx.now()))
  await openEscalations(tx, ctx, live)
  await Promise.all([
    openRegressions(tx, ctx, live),
    insertReviewItems(tx, projectId, added.flatMap(toReviewNews)),
    announce(tx, { project: projectId, topic: 'runs' }),
  ])
}

async function insertFacts(tx: Tx, projectId: string, { runs }: ScoredBatch): Promise<void> {
  const incoming = runs.map((item) => item.incoming)
  await tx.$executeRaw(
    batchStatements([
      insertRows('run', incoming.map(toRunRow)),
      insertRows('nodeRun', incoming.flatMap(toNodeRows)),
      insertRows('signal', incoming.flatMap(toSignalRows)),
      insertRows('issue', incoming.flatMap(toIssueRows)),
      insertRows('failure', incoming.flatMap(toFailureRows)),
      insertRows('score', runs.flatMap(toScoreRows)),
      insertRows(
        'runSummary',
        runs.map((item) => toSummaryRow(item.incoming, item.decided)),
      ),
      insertRunTexts(projectId, incoming.map(toTextRow)),
      insertRows('runTag', incoming.flatMap(toTagRows), 'ON CONFLICT DO NOTHING'),
    ]),
  )
}

/** The id of a run that has failures, or was replaced and may have had some. */
const toFailedKey = ({ run, measured, revision }: IncomingRun) =>
  measured.failures.length > 0 || revision > 1 ? [run.id] : []

/** Restores tags that people added to a run that was replaced. */
async function restoreTags(tx: Tx, projectId: string, incoming: readonly IncomingRun[]): Promise<void> {
  const grown = incoming.filter(({ revision }) => revision > 1).map(({ runId }) => runId)
  if (grown.length > 0) await refreshTags(tx, projectId, grown)
}

/** Keeps the list of unfinished runs current. */
async function noteUnfinished(tx: Tx, ctx: ProjectContext, incoming: readonly IncomingRun[]): Promise<void> {
  const projectId = ctx.project.id
  const rows = incoming.flatMap(({ run, runId }) =>
    run.status === RUNNING ? [{ projectId, runId, heardAt: ctx.now() }] : [],
  )
  const heard = 'ON CONFLICT (project_id, run_id) DO UPDATE SET heard_at = EXCLUDED.heard_at'
  if (rows.length > 0) await tx.$executeRaw(insertRows('unfinishedRun', rows, heard))
  const ended = incoming.flatMap(({ run, runId, before }) =>
    before && !before.isSettled && run.status !== RUNNING ? [runId] : [],
  )
  if (ended.length > 0) await tx.unfinishedRun.deleteMany({ where: { projectId, runId: { in: ended } } })
}

/** Only new runs that may need review. */
function toReviewNews({ incoming, decided }: DecidedRun): ReviewNews[] {
  const { run, runId, settings, measured, signals } = incoming
  const auditShare = settings.configuration.review.audit_share
  const { decision, flag } = decided
  const failedNodes = run.nodes.filter((node) => node.status === 'failed').length
  const { blockers } = measured
  const arrival = { runId, kind: run.kind, status: run.status, failedNodes, decision, flag, blockers, signals }
  return mayWait(arrival, auditShare) ? [{ runId, auditShare }] : []
}

function toScoreRows({ incoming, decided }: DecidedRun): Row<'score'>[] {
  const { projectId, runId, revision, receivedAt } = incoming
  return [incoming.measured.gaff, incoming.measured.stratt, decided.confidence].map((score) =>
    toScoreRow({ projectId, runId, revision, series: score.profile }, score, receivedAt),
  )
}

function toRollupChange({ incoming: { run, settings, measured, occurredAt, ...incoming }, decided }: DecidedRun) {
  return {
    chainId: settings.chainId,
    versionId: settings.versionId,
    occurredAt,
    times: 1 as const,
    run: {
      kind: run.kind,
      status: run.status,
      quality: decided.quality,
      trace: toTraceFacts(settings.profile, toFactorValues(measured.stratt)),
      grade: measured.gaff.grade,
      band: measured.stratt.band,
      blocked: measured.blockers.length > 0,
      confidence: decided.confidence.value,
      decision: decided.decision,
      humanOrigin: incoming.signals.human === null ? null : 'ingest',
      flag: decided.flag,
      tokens: totalTokens(run) ?? null,
      costUsd: run.costUsd ?? null,
    },
  }
}

function toUnits({ run, settings, occurredAt }: IncomingRun): UnitsOfRun {
  return {
    chainId: settings.chainId,
    versionId: settings.versionId,
    occurredAt,
    kind: run.kind,
    status: run.status,
    nodes: run.nodes,
    times: 1,
  }
}

async function openEscalations(tx: Tx, ctx: ProjectContext, live: readonly DecidedRun[]): Promise<void> {
  const escalated = live.filter(
    ({ incoming, decided }) => decided.decision === 'escalate' && isAwaited(incoming, ctx.now()),
  )
  if (escalated.length > 0)
    await openEscalationGates(tx, { projectId: ctx.project.id, runs: escalated.map(toEscalation), now: ctx.now() })
}

async function openRegressions(tx: Tx, ctx: ProjectContext, live: readonly DecidedRun[]): Promise<void> {
  const chains = new Map(
    live.map(({ incoming: { settings } }) => [
      settings.chainId,
      { ...settings, id: settings.chainId, name: settings.chain },
    ]),
  )
  await openRegressionGates(tx, { projectId: ctx.project.id, chains: [...chains.values()], now: ctx.now() })
}

/** Whether a run deserves a gate. A run of a candidate, or one that ended longer ago than a gate stays open, is only flagged. */
function isAwaited({ run, occurredAt, settings }: IncomingRun, now: Date): boolean {
  if (settings.state === 'candidate') return false
  return now.getTime() - endedMs({ run, occurredAt }) < settings.gateHours * HOUR_MS
}

/** The group of failures that explains why a run failed; null if it did not fail. */
const causeOf = ({ run, measured }: IncomingRun) =>
  run.status === 'failed' ? (mainFailure(measured)?.fingerprint ?? null) : null

function toEscalation({ incoming, decided }: DecidedRun) {
  const { runId, run, settings } = incoming
  // A later or marginal attempt asks its own question, since a better attempt may be offered for acceptance.
  const isFirst = run.attempt === 1 && decided.decisionKind !== 'marginal'
  return {
    cause: isFirst ? causeOf(incoming) : null,
    runId,
    clientId: run.id,
    title: run.title ?? null,
    chainId: settings.chainId,
    versionId: settings.versionId,
    chain: settings.chain,
    version: settings.version,
    reason: reasonOf({ ...run, reason: decided.reason }),
    kind: decided.decisionKind,
    gateHours: settings.gateHours,
    gateQuorum: settings.gateQuorum,
  }
}

/**
 * Emits `run.scored` for every live run that has ended and `run.needs_review` for each flagged one, each once per run, also
 * when its facts are later completed. Emits nothing for history.
 */
function emitRuns(tx: Tx, ctx: ProjectContext, runs: readonly DecidedRun[]): Promise<void> {
  const make = () => runs.filter(({ incoming }) => isNews(incoming, ctx.now())).flatMap(toEvents)
  return emitAll(tx, ctx.project.id, ['run.scored', 'run.needs_review'], make, ctx.now())
}

function toEvents({
  incoming: { run, runId, settings, revision, before, measured },
  decided,
}: DecidedRun): WebhookEvent[] {
  const data = runData({
    runId,
    clientId: run.id,
    chain: settings.chain,
    version: settings.version,
    kind: run.kind,
    status: run.status,
    quality: decided.quality,
    tooLittleMeasured: isTooLittleMeasured({ ...settings, quality: decided.quality, band: measured.stratt.band }),
    confidence: decided.confidence.value,
    coverage: decided.coverage,
    decision: decided.decision,
    reason: reasonOf({ ...run, reason: decided.reason }),
    flag: decided.flag,
    revision,
  })
  const events: WebhookEvent[] = []
  if (!before?.isSettled) events.push({ type: 'run.scored', data })
  const wasFlagged = before?.isSettled && before.flag !== null
  if (decided.flag !== null && !wasFlagged) events.push({ type: 'run.needs_review', data })
  return events
}

/** Runs that ended longer ago than this are history and notify no one. */
const HISTORY_MS = 7 * DAY_MS

/** Whether a run may notify: it is live, has ended, and is not history. */
function isNews({ run, occurredAt, isQuiet }: IncomingRun, now: Date): boolean {
  return run.kind === 'live' && run.status !== RUNNING && !isQuiet && !isHistory({ run, occurredAt }, now)
}

type Timed = Pick<IncomingRun, 'run' | 'occurredAt'>

function isHistory(run: Timed, now: Date): boolean {
  return now.getTime() - endedMs(run) >= HISTORY_MS
}

function endedMs({ run, occurredAt }: Timed): number {
  return run.endedAt ? Date.parse(run.endedAt) : occurredAt.getTime()
}
