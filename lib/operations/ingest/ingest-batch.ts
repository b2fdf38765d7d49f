import type { AcceptedRun, IngestResult } from '@/lib/contracts/ingest'
import { band, decision, grade, profile } from '@/lib/contracts/primitives'
import type { RunInput } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { withPreparedStatements } from '@/lib/db/prepared-statements'
import type { Row } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { reasonOf } from '@/lib/presentation/labels/verdicts'
import type { ProjectContext } from '../context'
import { findGrouped, joinGroups } from '../failures/arrivals'
import { holdJoinableGates } from '../gates/joined-runs'
import { countRuns } from '../metrics'
import { ensureMonths } from '../months/make-months'
import { loadRedactor } from '../redaction/load-redactor'
import { lockIngestShared } from '../runs/lock'
import { effectiveValues } from '../runs/signals'
import { findSentBefore, findSentOtherwise, moveSent, toSignalFact } from '../signals/sent-before'
import { differingFields, rejectConflict } from './conflict'
import { dropEmptyVersions, holdVersions } from './empty-versions'
import { type ParsedRun, parseBatch } from './parse'
import { persistResults } from './persist'
import { claimKeys, findKnownRuns, type KnownRun, toSignalRows } from './rows'
import { decideRuns, lockAttempts, type ScoredBatch, scoreRuns } from './score'
import { findStoredBodies } from './stored-body'
import { findSettings, type IncomingRun, isPlaced, type MeasuredIncoming, placeAgain, placeRuns } from './version'

/**
 * Ingests up to 1,000 run bodies. Each is parsed separately, then all valid ones are scored and stored in one transaction of a
 * few set-based statements. The returned results are committed. `isQuiet`: the runs are history, so they open no gate and
 * notify no one.
 */
export function ingestBatch(
  ctx: ProjectContext,
  bodies: readonly unknown[],
  via: string,
  { isQuiet = false }: { isQuiet?: boolean } = {},
): Promise<IngestResult> {
  return withPreparedStatements(async () => {
    const batch = await parseBatch(bodies, await loadRedactor(ctx.db, ctx.project.id))
    if (isQuiet) for (const item of batch.parsed) item.isQuiet = true
    const result: IngestResult = { accepted: [], rejected: batch.rejected }
    if (batch.parsed.length > 0) await ingestParsed(ctx, batch.parsed, via, result)
    answerRepeats(result, batch.repeats)
    result.accepted.sort((a, b) => a.index - b.index)
    result.rejected.sort((a, b) => a.index - b.index)
    countResult(result)
    return result
  })
}

/** Answers each body that occurred before in the batch as the first of them. */
function answerRepeats(result: IngestResult, repeats: Awaited<ReturnType<typeof parseBatch>>['repeats']): void {
  for (const { index, of } of repeats) {
    const accepted = result.accepted.find((run) => run.index === of)
    const rejected = result.rejected.find((run) => run.index === of)
    if (accepted) result.accepted.push({ ...accepted, index, duplicate: true })
    if (rejected) result.rejected.push({ ...rejected, index })
  }
}

function countResult({ accepted, rejected }: IngestResult): void {
  const duplicates = accepted.filter((run) => run.duplicate).length
  countRuns('accepted', accepted.length - duplicates)
  countRuns('duplicate', duplicates)
  countRuns('rejected', rejected.length)
}

async function ingestParsed(
  ctx: ProjectContext,
  parsed: readonly ParsedRun[],
  via: string,
  result: IngestResult,
): Promise<void> {
  const named = parsed.map((item) => item.run)
  const settings = await findSettings(ctx.db, ctx.project.id, named)
  const { incoming, rejected } = await scoreRuns(ctx, parsed, settings, via)
  result.rejected.push(...rejected)
  if (incoming.length === 0) return
  await ensureMonths(
    ctx.db,
    incoming.map(({ occurredAt }) => occurredAt),
    ctx.now(),
  )
  const { scored, known } = await inTransaction(ctx, (tx) => storeNew(tx, ctx, incoming))
  result.accepted.push(...scored.runs.map(({ incoming: item, decided }) => toAccepted(item, decided)))
  await answerKnown(ctx, incoming, known, result)
}

/** The versions of which live runs failed. */
export const failedVersions = (incoming: readonly MeasuredIncoming[]): string[] => [
  ...new Set(
    incoming.flatMap((item) =>
      isPlaced(item) && item.run.kind === 'live' && item.run.status === 'failed' ? [item.settings.versionId] : [],
    ),
  ),
]

type StoredBatch = { scored: ScoredBatch; known: Map<string, KnownRun> }

/** Stores new runs. Runs under a missing version are checked for known ids first, so that a refused run creates no version. */
async function storeNew(tx: Tx, ctx: ProjectContext, incoming: readonly MeasuredIncoming[]): Promise<StoredBatch> {
  await holdJoinableGates(tx, ctx.project.id, failedVersions(incoming))
  const locked = lockIngestShared(tx, ctx.project.id)
  if (incoming.every(isPlaced)) {
    const [stored] = await Promise.all([storeRuns(tx, ctx, incoming, []), locked])
    return stored
  }
  await locked
  const unplaced = incoming.filter((item) => !isPlaced(item)).map((item) => item.run.id)
  const before = await findKnownRuns(tx, ctx.project.id, unplaced)
  const unknown = incoming.filter((item) => !before.has(item.run.id))
  const { placed, made } = await placeRuns(tx, ctx.project.id, unknown, ctx.now())
  const { scored, known } = await storeRuns(tx, ctx, placed, made)
  return { scored, known: new Map([...before, ...known]) }
}

/**
 * Claims the ids of new runs, decides them and stores them with all derived rows, in the caller's transaction, which must hold
 * the shared override lock. Deletes versions the caller created that got no run because its id was taken.
 * @param made ids of the versions that the caller created
 */
export async function storeRuns(
  tx: Tx,
  ctx: ProjectContext,
  incoming: readonly IncomingRun[],
  made: readonly string[],
): Promise<StoredBatch> {
  const [gone, { fresh: claimed, known }, sentBefore, sentOtherwise, grouped] = await Promise.all([
    holdVersions(tx, ctx.project.id, incoming),
    claimKeys(tx, ctx.project.id, incoming),
    findSentBefore(tx, ctx.project.id, incoming),
    findSentOtherwise(tx, ctx.project.id, incoming),
    findGrouped(tx, ctx.project.id, incoming),
  ])
  const fresh = await placeAgain(tx, ctx.project.id, claimed, { gone, now: ctx.now() })
  const isMoved = await moveSent(tx, ctx.project.id, sentOtherwise, fresh)
  const { overridden, sentOf } = isMoved ? await findSentBefore(tx, ctx.project.id, incoming) : sentBefore
  const used = new Set(fresh.map(({ settings }) => settings.versionId))
  await dropEmptyVersions(
    tx,
    ctx.project.id,
    made.filter((id) => !used.has(id)),
  )
  const attempts = await lockAttempts(tx, ctx, fresh)
  const joined = await joinGroups(tx, ctx.project.id, fresh, grouped)
  const checked = joined.map((item) =>
    withSent({ ...item, isOverridden: overridden.has(item.run.id) }, sentOf.get(item.run.id) ?? []),
  )
  const scored = decideRuns(checked, attempts)
  await persistResults(tx, ctx, scored)
  return { scored, known }
}

/**
 * Adds separately sent signals to a run; the latest signal of an evaluator counts, however it was sent. Labels that waited for a run of a
 * chain that takes none are left out.
 */
function withSent(item: IncomingRun, waiting: Row<'signal'>[]): IncomingRun {
  const takesLabels = item.settings.configuration.review.sent_labels
  const sent = waiting.filter(({ evaluator }) => evaluator !== 'human' || takesLabels)
  if (sent.length === 0) return item
  const whole = { ...item, sent }
  return { ...whole, signals: effectiveValues(toSignalRows(whole).map(toSignalFact)).values }
}

async function answerKnown(
  ctx: ProjectContext,
  incoming: readonly MeasuredIncoming[],
  known: Map<string, KnownRun>,
  result: IngestResult,
): Promise<void> {
  const repeated = incoming.filter((item) => known.get(item.run.id)?.hash === item.hash)
  const decisions = await loadDecisions(
    ctx,
    repeated.flatMap((item) => known.get(item.run.id)?.runId ?? []),
  )
  let compared = 0
  for (const item of incoming) {
    const run = known.get(item.run.id)
    if (!run) continue
    const decided = decisions.get(run.runId)
    if (run.hash === item.hash && decided)
      result.accepted.push({ ...decided, index: item.index, id: item.run.id, runId: run.runId, duplicate: true })
    else {
      const fields = compared++ < MAX_COMPARED ? await findDifferences(ctx, run.runId, item.run) : []
      result.rejected.push(rejectConflict(item.index, item.run.id, fields))
    }
  }
}

/** Conflicts of a batch whose stored body is loaded to name what differs. */
const MAX_COMPARED = 20

async function findDifferences(ctx: ProjectContext, runId: string, sent: RunInput): Promise<string[]> {
  const stored = (await findStoredBodies(ctx.db, ctx.project.id, [runId])).get(runId)
  return stored ? differingFields(stored.run, sent) : []
}

type Decided = {
  quality: number | null
  confidence: { value: number | null }
  coverage: number
  decision: AcceptedRun['decision']
  reason: string
}

function toAccepted(item: IncomingRun, decided: Decided): AcceptedRun {
  return {
    index: item.index,
    id: item.run.id,
    runId: item.runId,
    duplicate: false,
    quality: decided.quality,
    ...verdictOf(item.settings.profile, item.measured.gaff.grade, item.measured.stratt.band),
    confidence: decided.confidence.value,
    coverage: decided.coverage,
    decision: decided.decision,
    reason: reasonOf({ ...item.run, reason: decided.reason }),
  }
}

/** Of the two verdicts that every run gets, the one its decision is based on: the other may contradict it. */
function verdictOf(profile: AcceptedRun['profile'], grade: AcceptedRun['grade'], band: AcceptedRun['band']) {
  return { profile, grade: profile === 'gaff' ? grade : null, band: profile === 'stratt' ? band : null }
}

type StoredDecision = Omit<AcceptedRun, 'index' | 'id' | 'runId' | 'duplicate'>

/** The current decision of stored runs by run id, returned for repeated submissions. */
async function loadDecisions(ctx: ProjectContext, runIds: readonly string[]): Promise<Map<string, StoredDecision>> {
  if (runIds.length === 0) return new Map()
  const rows = await ctx.db.runSummary.findMany({
    where: { projectId: ctx.project.id, id: { in: [...runIds] } },
    select: {
      id: true,
      profile: true,
      quality: true,
      grade: true,
      band: true,
      confidence: true,
      coverage: true,
      decision: true,
      reason: true,
      execution: true,
      attempt: true,
    },
  })
  return new Map(
    rows.map(({ id, execution, attempt, ...row }) => [
      id,
      {
        ...row,
        reason: reasonOf({ ...row, execution, attempt }),
        ...verdictOf(profile.parse(row.profile), grade.nullable().parse(row.grade), band.nullable().parse(row.band)),
        decision: decision.parse(row.decision),
      },
    ]),
  )
}
