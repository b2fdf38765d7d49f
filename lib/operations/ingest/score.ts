import { byEvaluator, signalNumber } from '@/lib/contracts/evaluators'
import type { RejectedRun } from '@/lib/contracts/ingest'
import type { RunInput } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { newRunId } from '@/lib/db/run-months'
import { effectiveCriteria } from '@/lib/engine/scoring/criteria'
import { decideRun } from '@/lib/engine/scoring/decide-run'
import type { EffectiveSignals, Measure, MeasuredRun, RunDecision } from '@/lib/engine/scoring/scored-run'
import type { ProjectContext } from '../context'
import { type RunOutcome, runsInEngine } from '../engine-pool/ask'
import {
  type ExecutionResult,
  type ExecutionState,
  executionId,
  limitBefore,
  loadNamedLimits,
  lockExecutions,
  type NamedLimit,
  scoresBefore,
  withAttempt,
} from '../runs/executions'
import { toQuestions } from '../runs/questions'
import { NO_LABELS } from '../signals/sent-before'
import { versionKey } from './empty-versions'
import type { ParsedRun } from './parse'
import { durationOf, totalTokens } from './rows'
import type { IncomingRun, MeasuredIncoming, ScoringSettings } from './version'

/** How long the checks of one run may take, and after how many such runs the rest of the batch is refused. */
const LIMIT_MS = 3000
const MAX_TOO_SLOW = 2

/** Reason given to a run that was not measured because other runs of the batch timed out. */
export const NOT_TRIED = 'not checked: others of this batch took too long; send it again without them'

type SettingsByVersion = ReadonlyMap<string, ScoringSettings>
type Configured = ParsedRun & { settings: ScoringSettings }

const LABEL_REFUSED = { path: 'signals', message: NO_LABELS }

// What is stored again was taken when it arrived.
const isLabelRefused = ({ run, isAnew, settings }: Configured) =>
  !isAnew && !settings.configuration.review.sent_labels && run.signals.some(({ evaluator }) => evaluator === 'human')

/**
 * Leaves out the human labels that are not taken, for runs without a sender who could send them again without. Returns the runs, and the
 * client ids of those that lost a label.
 */
export function leaveOutLabels(
  parsed: readonly ParsedRun[],
  settings: SettingsByVersion,
): { kept: ParsedRun[]; unlabelled: string[] } {
  const unlabelled: string[] = []
  const kept = parsed.map((item) => {
    if (!isLabelRefused({ ...item, settings: settingsOf(item, settings) })) return item
    unlabelled.push(item.run.id)
    return { ...item, run: { ...item.run, signals: item.run.signals.filter(({ evaluator }) => evaluator !== 'human') } }
  })
  return { kept, unlabelled }
}

/**
 * Measures each run separately. A run whose contract or criteria cannot be applied, or take too long to check, or that brings a human label
 * where none is taken, is rejected with the field's path.
 */
export async function scoreRuns(
  ctx: ProjectContext,
  parsed: readonly ParsedRun[],
  settings: SettingsByVersion,
  via: string,
): Promise<{ incoming: MeasuredIncoming[]; rejected: RejectedRun[] }> {
  const receivedAt = ctx.now()
  const configured = parsed.map((item) => ({ ...item, settings: settingsOf(item, settings) }))
  const placed = configured.filter((item) => !isLabelRefused(item))
  const questions = toQuestions(placed.map(({ run, settings }) => ({ run, measure: toMeasure(run, settings) })))
  const bounds = { limitMs: LIMIT_MS, maxTooSlow: MAX_TOO_SLOW }
  const outcomes = await runsInEngine(ctx, 'measure', questions, bounds)
  const incoming: MeasuredIncoming[] = []
  const rejected = configured.filter(isLabelRefused).map((item) => reject(item, [LABEL_REFUSED]))
  for (const [place, item] of placed.entries()) {
    const outcome = outcomes[place] ?? 'not tried'
    if (typeof outcome === 'object' && 'value' in outcome)
      incoming.push(toIncoming(item, outcome.value, { projectId: ctx.project.id, receivedAt, via }))
    else rejected.push(reject(item, issuesOf(item, outcome)))
  }
  return { incoming, rejected }
}

function settingsOf(item: ParsedRun, byVersion: SettingsByVersion): ScoringSettings {
  const settings = byVersion.get(versionKey(item.run))
  if (!settings) throw new Error(`no settings for ${item.run.chain}@${item.run.version}`)
  return settings
}

type Arrival = Pick<MeasuredIncoming, 'projectId' | 'receivedAt' | 'via'>

function toIncoming(item: Configured, measured: MeasuredRun, arrival: Arrival): MeasuredIncoming {
  const { run } = item
  const occurredAt = new Date(run.startedAt ?? run.endedAt ?? arrival.receivedAt)
  const signals = latestSignals(run.signals, arrival.receivedAt)
  return {
    ...item,
    ...arrival,
    runId: newRunId(occurredAt),
    occurredAt,
    revision: 1,
    measured,
    signals,
    sent: [],
    isOverridden: false,
  }
}

function issuesOf(
  { run }: ParsedRun,
  outcome: Exclude<RunOutcome<MeasuredRun>, { value: unknown }>,
): RejectedRun['issues'] {
  // The engine calls a run's criteria `quality_criteria`, as the published check does.
  if (typeof outcome === 'object')
    return outcome.issues.map((issue) => ({ ...issue, path: issue.path.replace(/^quality_criteria\b/, 'criteria') }))
  if (outcome === 'not tried') return [{ path: '', message: NOT_TRIED }]
  const path = run.contract ? 'contract' : run.criteria ? 'criteria' : ''
  return [{ path, message: `takes longer than ${LIMIT_MS / 1000} s to check this run` }]
}

function reject({ index, run }: ParsedRun, issues: RejectedRun['issues']): RejectedRun {
  const [first] = issues
  const reason = first?.message ?? 'invalid'
  return { index, id: run.id, code: 'invalid_input', path: first?.path ?? '', reason, issues: [...issues] }
}

/** The signal that each evaluator gave last; one without a time was given on arrival. */
function latestSignals(signals: RunInput['signals'], receivedAt: Date): EffectiveSignals {
  const timeOf = (signal: RunInput['signals'][number]) =>
    'at' in signal && signal.at ? Date.parse(signal.at) : receivedAt.getTime()
  const latest: EffectiveSignals = byEvaluator(() => null)
  for (const { evaluator, value } of signals.toSorted((a, b) => timeOf(a) - timeOf(b)))
    latest[evaluator] = signalNumber(evaluator, value)
  return latest
}

type Settings = Pick<ScoringSettings, 'contract' | 'criteria' | 'configuration'>

/** What a run is measured by: its own contract and criteria first, then its version's, then the configuration. */
export function toMeasure(run: RunInput, { contract, criteria, configuration }: Settings): Measure {
  return {
    contract: run.contract ?? contract,
    criteria: effectiveCriteria(run.criteria, criteria, configuration.quality_assurance),
    durationMs: durationOf(run) ?? null,
    tokens: totalTokens(run) ?? null,
    configuration,
  }
}

export type DecidedRun = { incoming: IncomingRun; decided: RunDecision }

export type ScoredBatch = {
  runs: DecidedRun[]
  executions: ExecutionResult[]
  /** Stored attempts that follow one that just arrived, and must be recomputed. */
  staleAttempts: string[]
}

const keyOf = ({ run, settings }: IncomingRun) => ({
  chainId: settings.chainId,
  key: run.execution ?? '',
  versionId: settings.versionId,
})

/** What is stored of the executions that arriving runs are attempts of. */
type LockedAttempts = { states: Map<string, ExecutionState>; limits: Map<string, NamedLimit[]> }

/** Locks the executions of arriving runs: before any count, which whoever recomputes attempts takes after them. */
export async function lockAttempts(
  tx: Tx,
  ctx: ProjectContext,
  fresh: readonly IncomingRun[],
): Promise<LockedAttempts> {
  const iterated = fresh.filter((item) => item.run.execution !== undefined)
  const unlimited = iterated.filter(({ run }) => run.attempt > 1 && run.maxAttempts === undefined)
  const [states, limits] = await Promise.all([
    lockExecutions(tx, ctx.project.id, iterated.map(keyOf), ctx.now()),
    loadNamedLimits(tx, ctx.project.id, unlimited.map(keyOf)),
  ])
  return { states, limits }
}

/** Decides each run. Attempts of one execution are decided in order, after those that are stored; one that names no limit has theirs. */
export function decideRuns(fresh: readonly IncomingRun[], { states, limits }: LockedAttempts): ScoredBatch {
  const ordered = [...fresh].sort((a, b) => a.run.attempt - b.run.attempt || (a.runId < b.runId ? -1 : 1))
  const results = new Map<string, ExecutionResult>()
  const staleAttempts = new Set<string>()
  const arrived = new Set(fresh.map((item) => item.runId))
  const runs = ordered.map((sent) => {
    const id = executionId(keyOf(sent))
    const incoming = withLimit(sent, id, limits)
    const state = incoming.run.execution === undefined ? undefined : (results.get(id) ?? states.get(id))
    const { attempt } = incoming.run
    const decided = decideIncoming(incoming, scoresBefore(attempt, state?.scores))
    if (!state) return { incoming, decided }
    for (const entry of state.scores)
      if (entry.attempt > attempt && !arrived.has(entry.runId)) staleAttempts.add(entry.runId)
    const { runId, occurredAt, settings } = incoming
    results.set(id, withAttempt(state, { attempt, runId, occurredAt, versionId: settings.versionId, decided }))
    return { incoming, decided }
  })
  return { runs, executions: [...results.values()], staleAttempts: [...staleAttempts] }
}

/** The run with the limit of its execution, which later runs of the batch then know too. */
function withLimit(incoming: IncomingRun, id: string, limits: Map<string, NamedLimit[]>): IncomingRun {
  const { run, settings } = incoming
  if (run.execution === undefined) return incoming
  const known = limits.get(id) ?? []
  if (run.maxAttempts !== undefined) {
    limits.set(id, [...known, { attempt: run.attempt, maxAttempts: run.maxAttempts }])
    return incoming
  }
  const maxAttempts = limitBefore(known, run.attempt)
  return maxAttempts === undefined ? incoming : { ...incoming, settings: { ...settings, maxAttempts } }
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
