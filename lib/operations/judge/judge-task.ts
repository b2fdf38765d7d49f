import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { DeadLetterCategory } from '@/lib/contracts/dead-letters'
import type { gateVerdicts, UnjudgedReason } from '@/lib/contracts/quality/evaluate-quality-gate'
import type { QualityGateVerdict } from '@/lib/engine/gate/evaluate-quality-gate'
import { readJudgeAnswer } from '@/lib/engine/judge/answer'
import type { GateConfig, GateResult, GateTask, JudgeAnswer } from '@/lib/engine/judge/gate-input'
import { judgePrompt } from '@/lib/engine/judge/prompt'
import type { ProjectContext } from '../context'
import { inEngine } from '../engine-pool/ask'
import { utcDay } from './endpoint'
import { askJudges, loadJudges } from './judges'
import { enterBreaker, leaveBreaker } from './worker-breaker'

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
