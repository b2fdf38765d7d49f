import type { FactorBreakdown } from '../factor-breakdown'
import { InputCheck } from '../input-check'
import type { SchemaError } from '../output/schema'
import { weightedMean } from '../stats/descriptive'
import { clamp01, exceeds, isClose } from '../tolerance'
import { type Band, type BandAction, bandOf } from './band'
import { checkContract, measureOutputCompleteness, type OutputContract } from './check-contract'

/** Weights of the `stratt` scoring profile. */
export const TRACE_WEIGHTS = { conformance: 0.4, completeness: 0.35, efficiency: 0.25 } as const

type TraceWeights = Record<keyof typeof TRACE_WEIGHTS, number>

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

interface TraceScore {
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

/** Token counts of a run, each 0 or more. `useful` are the output tokens of accepted outputs, where known. */
export interface TokenCounts {
  input?: number
  output?: number
  total?: number
  useful?: number
}

interface Efficiency {
  /** 0 to 1 */
  efficiency: number
  useful: number | null
  total: number | null
  warnings: string[]
}

/**
 * Useful tokens over all tokens: useful, else output, over input + output, else the given total. 0 with a warning where a
 * count is missing or the total is 0. Throws EngineInputError for a negative or non-finite count.
 */
export function measureEfficiency(tokens: TokenCounts = {}): Efficiency {
  const check = new InputCheck()
  for (const name of ['input', 'output', 'total', 'useful'] as const) {
    if (tokens[name] !== undefined) check.requireNumber(tokens[name], `tokens.${name}`, 0)
  }
  check.throwIfAny()

  const { input, output } = tokens
  const summed = input !== undefined && output !== undefined ? input + output : undefined
  const total = summed ?? tokens.total ?? null
  const useful = tokens.useful ?? output ?? null
  const warnings: string[] = []
  if (summed !== undefined && tokens.total !== undefined && !isClose(summed, tokens.total))
    warnings.push('token_total_differs')
  if (total === null || total === 0 || useful === null) {
    return { efficiency: 0, useful, total, warnings: [...warnings, total === 0 ? 'no_tokens' : 'tokens_missing'] }
  }
  if (exceeds(useful, total)) warnings.push('useful_exceeds_total')
  return { efficiency: clamp01(useful / total), useful, total, warnings }
}
