import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { DeadLetterCategory } from '@/lib/contracts/dead-letters'
import type { gateVerdicts, UnjudgedReason } from '@/lib/contracts/quality/evaluate-quality-gate'
import type { Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import type { QualityGateVerdict } from '@/lib/engine/gate/evaluate-quality-gate'
import { readJudgeAnswer } from '@/lib/engine/judge/answer'
import { admit, type Breaker, type BreakerOutcome, type BreakerRules, CLOSED, settle } from '@/lib/engine/judge/breaker'
import {
  type GateConfig,
  type GateResult,
  type GateTask,
  type JudgeAnswer,
  judgePrompt,
} from '@/lib/engine/judge/prompt'
import type { ProjectContext } from '../context'
import { inEngine } from '../engine-pool/ask'
import { announce } from '../live/changes'
import { utcDay } from './endpoint'
import { askJudges, loadJudges } from './judges'

export type JudgedTask = {
  task: GateTask
  result: GateResult
  judge?: JudgeAnswer | undefined
  config?: GateConfig | undefined
  worker?: string | undefined
}

/** A gate's verdict; `unjudgedReason` explains a missing one. */
export type JudgedGate = QualityGateVerdict & {
  verdict: (typeof gateVerdicts)[number]
  unjudgedReason: UnjudgedReason | null
  cached: boolean
}
/** `failure`: the judge could not be asked successfully now; retrying later may help. */
type TaskJudgement = { gate: JudgedGate; failure: { error: string; category: DeadLetterCategory } | null }

/**
 * Evaluates a task: pre-flight checks, then the submitted answer, or else the configured judge if the worker's breaker admits
 * it. Values missing from `config` come from the configuration.
 */
export async function judgeTask(
  ctx: ProjectContext,
  input: JudgedTask,
  configuration: EffectiveConfiguration,
): Promise<TaskJudgement> {
  const config = toGateConfig(configuration.quality_gate, input.config)
  const evaluate = (judge: JudgeAnswer | undefined) =>
    inEngine(ctx, 'evaluate_quality_gate', { ...input, judge, config })
  const preFlight = await evaluate(input.judge)
  if (preFlight.preFlightReject || input.judge) return done(preFlight)
  const judges = await loadJudges(ctx, configuration)
  const { settings } = judges
  if (judges.endpoints.length === 0) return unjudged(preFlight, 'not_configured', 'no judge is configured')
  if (!settings.isEnabled) return unjudged(preFlight, 'disabled', 'the configuration turns the judge off')

  const worker = input.worker ?? input.task.type
  const admission = await enterBreaker(ctx, worker, settings.breaker)
  if (!admission)
    return unjudged(preFlight, 'breaker_open', `the circuit breaker of ${worker} is open: too many rejections in a row`)
  let gate: QualityGateVerdict | undefined
  try {
    const question = judgePrompt(input.task, input.result, utcDay(ctx.now()))
    const asking = { question, purpose: 'quality_gate', worker, read: readJudgeAnswer } as const
    const asked = await askJudges(ctx, judges, asking)
    if (asked.outcome === 'cap_reached') return unjudged(preFlight, 'cap_reached', asked.error)
    if (asked.outcome !== 'scored') return failed(preFlight, asked)
    gate = await evaluate({ score: asked.score, feedback: asked.feedback })
    return done(gate, asked.cached)
  } finally {
    await leaveBreaker(ctx, admission, !gate ? 'none' : gate.passed ? 'pass' : 'rejection', settings.breaker)
  }
}

function done(gate: QualityGateVerdict, cached = false): TaskJudgement {
  const verdict = gate.passed ? 'passed' : gate.gateError ? 'gate_error' : 'rejected'
  return { gate: { ...gate, verdict, unjudgedReason: null, cached }, failure: null }
}

function unjudged(gate: QualityGateVerdict, unjudgedReason: UnjudgedReason, message: string): TaskJudgement {
  const feedback = `Not judged: ${message}.`
  return { gate: { ...gate, feedback, verdict: 'unjudged', unjudgedReason, cached: false }, failure: null }
}

const CATEGORIES: Readonly<Record<string, DeadLetterCategory>> = {
  timeout: 'TRANSIENT',
  unavailable: 'TRANSIENT',
  rate_limited: 'RATE_LIMITED',
  rejected: 'PERMANENT',
}

/** Errors that are neither transient nor permanent, such as an answer unreadable twice, are VALIDATION: a person must look at them. */
function failed(gate: QualityGateVerdict, { outcome, error }: { outcome: string; error: string }): TaskJudgement {
  const feedback = `No verdict: ${error}. A person has to look.`
  return {
    gate: { ...gate, feedback, verdict: 'gate_error', unjudgedReason: null, cached: false },
    failure: { error, category: CATEGORIES[outcome] ?? 'VALIDATION' },
  }
}

type StoredConfig = {
  quality_threshold: number
  foundation_min_dependents: number
  requires_tool_calls: Record<string, boolean>
}

function toGateConfig(stored: StoredConfig, given: GateConfig = {}): GateConfig {
  return {
    qualityThreshold: given.qualityThreshold ?? stored.quality_threshold,
    foundationMinDependents: given.foundationMinDependents ?? stored.foundation_min_dependents,
    requiresToolCalls: given.requiresToolCalls ?? stored.requires_tool_calls,
  }
}

/** An evaluation that a worker's breaker admitted; `probe` is its time if it is the half-open probe. */
type Admission = { worker: string; probe: number | null }

/** Asks a worker's breaker, shared by all instances, to admit an evaluation; null when refused. */
function enterBreaker(ctx: ProjectContext, worker: string, rules: BreakerRules): Promise<Admission | null> {
  return inTransaction(ctx, async (tx) => {
    const breaker = await lockBreaker(tx, ctx.project.id, worker)
    const { admitted, next } = admit(breaker, ctx.now().getTime(), rules)
    if (!admitted) return null
    if (next === breaker) return { worker, probe: null }
    await store(tx, ctx, worker, next)
    return { worker, probe: next.probeAt }
  })
}

/** Reports the outcome of an admitted evaluation to the breaker. */
async function leaveBreaker(
  ctx: ProjectContext,
  { worker, probe }: Admission,
  outcome: BreakerOutcome,
  rules: BreakerRules,
): Promise<void> {
  if (outcome === 'none' && probe === null) return
  await inTransaction(ctx, async (tx) => {
    const { id: projectId } = ctx.project
    if (outcome === 'rejection') await tx.judgeBreaker.createMany({ data: { projectId, worker }, skipDuplicates: true })
    const breaker = await lockBreaker(tx, projectId, worker)
    const next = settle(breaker, outcome, probe, ctx.now().getTime(), rules)
    if (isSame(breaker, next)) return
    await store(tx, ctx, worker, next)
    await announce(tx, { project: projectId, topic: 'judge' })
  })
}

/** Locks a worker's breaker until the transaction ends. One without rejections has no row. */
async function lockBreaker(tx: Tx, projectId: string, worker: string): Promise<Breaker> {
  const [row] = await tx.$queryRaw<{ rejections: number; opened: Date | null; probed: Date | null }[]>`
    SELECT rejections, opened_at AS opened, probe_at AS probed FROM judge_breaker
    WHERE project_id = ${projectId}::uuid AND worker = ${worker} FOR UPDATE`
  if (!row) return CLOSED
  return {
    rejections: row.rejections,
    openedAt: row.opened?.getTime() ?? null,
    probeAt: row.probed?.getTime() ?? null,
  }
}

async function store(tx: Tx, ctx: ProjectContext, worker: string, next: Breaker): Promise<void> {
  await tx.judgeBreaker.update({
    where: { projectId_worker: { projectId: ctx.project.id, worker } },
    data: {
      rejections: next.rejections,
      openedAt: toDate(next.openedAt),
      probeAt: toDate(next.probeAt),
      updatedAt: ctx.now(),
    },
  })
}

function isSame(left: Breaker, right: Breaker): boolean {
  return left.rejections === right.rejections && left.openedAt === right.openedAt && left.probeAt === right.probeAt
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}
