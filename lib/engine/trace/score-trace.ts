import type { FactorBreakdown } from '@/lib/engine/factor-breakdown'
import { InputCheck } from '@/lib/engine/input-check'
import type { SchemaError } from '@/lib/engine/output/validate-schema'
import { weightedMean } from '@/lib/engine/stats/weighted-mean'
import { clamp01 } from '@/lib/engine/tolerance'
import { type Band, type BandAction, bandOf } from '@/lib/engine/trace/band'
import { checkContract, measureOutputCompleteness, type OutputContract } from '@/lib/engine/trace/check-contract'
import { measureEfficiency, type TokenCounts } from '@/lib/engine/trace/measure-efficiency'

/** Weights of the `stratt` scoring profile. */
export const TRACE_WEIGHTS = { conformance: 0.4, completeness: 0.35, efficiency: 0.25 } as const

export type TraceWeights = Record<keyof typeof TRACE_WEIGHTS, number>

export interface TraceInput {
  /** Wins over what `output` and `contract.schema` say. */
  contractConformance?: boolean
  /** 0 to 1; wins over what `output` and `contract.requiredOutputs` say. */
  completeness?: number
  tokens?: TokenCounts
  output?: unknown
  contract?: OutputContract
  weights?: Partial<TraceWeights>
}

export interface TraceScore {
  /** 0 to 1 */
  qualityScore: number
  /** Each 0 to 1; conformance is 0 or 1. */
  factors: TraceWeights
  band: Band
  action: BandAction
  /** The output breaks its contract: not acceptable whatever the score. */
  blocked: boolean
  warnings: string[]
  missingOutputs: string[]
  contractErrors: SchemaError[]
  breakdown: FactorBreakdown[]
}

function requireUsable(weights: TraceWeights, completeness: number | undefined): void {
  const check = new InputCheck()
  for (const factor of ['conformance', 'completeness', 'efficiency'] as const) {
    check.requireNumber(weights[factor], `weights.${factor}`, 0)
  }
  check.require(
    Object.values(weights).some((weight) => weight !== 0),
    'weights',
    'must not all be zero',
  )
  if (completeness !== undefined) check.requireNumber(completeness, 'completeness', 0, 1)
  check.throwIfAny()
}

/**
 * Scores one trace by the `stratt` profile: 0.40 conformance (1 or 0) + 0.35 completeness + 0.25 token efficiency, weights
 * divided by their sum. Bands: good from 0.80, review from 0.60, poor below. A broken contract blocks whatever the band.
 * Throws EngineInputError for unusable weights, token counts or a completeness outside 0 to 1.
 */
export function scoreTrace({
  contractConformance,
  completeness,
  tokens,
  output,
  contract,
  weights,
}: TraceInput): TraceScore {
  const used: TraceWeights = { ...TRACE_WEIGHTS, ...weights }
  requireUsable(used, completeness)

  const given = contractConformance !== undefined
  const kept = given ? { conformance: contractConformance, errors: [], warnings: [] } : checkContract(output, contract)
  const measured =
    completeness === undefined
      ? measureOutputCompleteness(output, contract?.requiredOutputs)
      : { completeness, required: null, missing: [] }
  const spent = measureEfficiency(tokens)

  const factors = {
    conformance: kept.conformance ? 1 : 0,
    completeness: measured.completeness,
    efficiency: spent.efficiency,
  }
  const inputs = {
    conformance: { given, errors: kept.errors.length },
    completeness: { given: completeness !== undefined, required: measured.required, missing: measured.missing.length },
    efficiency: { useful: spent.useful, total: spent.total },
  }
  const total = used.conformance + used.completeness + used.efficiency
  const breakdown: FactorBreakdown[] = (['conformance', 'completeness', 'efficiency'] as const).map((factor) => ({
    factor,
    score: factors[factor],
    weight: used[factor] / total,
    contribution: (factors[factor] * used[factor]) / total,
    deductions: [],
    inputs: inputs[factor],
  }))
  const qualityScore = clamp01(weightedMean(breakdown) ?? 0)
  return {
    qualityScore,
    factors,
    ...bandOf(qualityScore),
    blocked: !kept.conformance,
    warnings: [...kept.warnings, ...spent.warnings],
    missingOutputs: measured.missing,
    contractErrors: kept.errors,
    breakdown,
  }
}
