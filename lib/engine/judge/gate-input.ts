import type { ParsedOf } from '@/lib/contracts/contract'
import type { EvaluateQualityGate } from '@/lib/contracts/quality/evaluate-quality-gate'

type Input = ParsedOf<EvaluateQualityGate>

/** A task as described by its orchestrator. */
export type GateTask = Input['task']

export type GateArtifact = NonNullable<GateResult['artifacts']>[number]

/** What a worker submitted. `toolCalls` -1 is the time-out sentinel. */
export type GateResult = Input['result']

/** A judge's answer: raw text with a `SCORE:` line or a JSON object, a parsed score, or the reason there is none. */
export type JudgeAnswer = NonNullable<Input['judge']>

export type GateConfig = NonNullable<Input['config']>
