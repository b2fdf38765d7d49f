import type { OutputOf } from '@/lib/contracts/contract'
import type { ScoreTrace as Contract } from '@/lib/contracts/quality/scoring'
import type { FactorBreakdown } from '@/lib/contracts/quality/shapes'
import { InputCheck } from '../input-error'
import { quantile, sumOf } from '../stats/descriptive'
import { atLeast, clamp01, exceeds, isClose } from '../tolerance'
import { bandFrom, bandOf } from './band'
import { checkContract, measureOutputCompleteness, type OutputContract } from './check-contract'

/** Weights of the `stratt` scoring profile. */
export const TRACE_WEIGHTS = { conformance: 0.4, completeness: 0.35, efficiency: 0.25 } as const

/** Factor `conformance`, 0 or 1, from which a run kept its contract. */
export const CONFORMANT_MIN = 0.5

export type TraceWeights = Record<keyof typeof TRACE_WEIGHTS, number>

export interface TraceInput {
  /** Takes precedence over `output` and `contract.schema`. */
  contractConformance?: boolean
  /** 0 to 1; takes precedence over `output` and `contract.requiredOutputs`. */
  completeness?: number
  tokens?: TokenCounts
  output?: unknown
  /** Whether the run is known to have completed; by default if there is an output. */
  isCompleted?: boolean
  contract?: OutputContract
  weights?: Partial<TraceWeights>
  /** The share of useful tokens that counts as full efficiency, above 0 and up to 1; 1 by default, the published formula. */
  efficiencyReference?: number
}

type TraceFactors = { conformance: number | null; completeness: number | null; efficiency: number | null }

type TraceScore = OutputOf<Contract>

/** The minimum measured share of the weight for a band. */
const MIN_COVERAGE = 0.6

function requireUsable(weights: TraceWeights, completeness: number | undefined, reference: number): void {
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
  check.requireNumber(reference, 'efficiencyReference', 0, 1)
  check.require(reference > 0, 'efficiencyReference', 'must be more than 0')
  check.throwIfAny()
}

const FACTORS = ['conformance', 'completeness', 'efficiency'] as const

/**
 * Scores one trace by the `stratt` profile: 0.40 conformance (1 or 0) + 0.35 completeness + 0.25 token efficiency, with weights normalised
 * over the measured factors. Without token counts efficiency is not measured; without a contract completeness is not, and conformance only
 * means that the run completed, where that is known; with a schema that cannot be used conformance is not measured. Bands: good from 0.80,
 * review from 0.60, poor below. A contract that is broken, or could not be checked, blocks in any band.
 * @throws {EngineInputError} on unusable weights or token counts, or a completeness or reference outside its range.
 */
export function scoreTrace({
  contractConformance,
  completeness,
  tokens,
  output,
  isCompleted,
  contract,
  weights,
  efficiencyReference = 1,
}: TraceInput): TraceScore {
  const used: TraceWeights = { ...TRACE_WEIGHTS, ...weights }
  requireUsable(used, completeness, efficiencyReference)

  const given = contractConformance !== undefined
  const kept = given
    ? { conformance: contractConformance, errors: [], warnings: [] }
    : checkContract(output, contract, isCompleted)
  const measured =
    completeness === undefined
      ? measureOutputCompleteness(output, contract?.requiredOutputs)
      : { completeness, required: null, missing: [] }
  const isHeldToOutputs = completeness !== undefined || contract !== undefined
  const spent = measureEfficiency(tokens, efficiencyReference)

  const factors: TraceFactors = {
    conformance: kept.conformance === null ? null : Number(kept.conformance),
    completeness: isHeldToOutputs ? measured.completeness : null,
    efficiency: spent.efficiency,
  }
  const inputs = {
    conformance: { given, errors: kept.errors.length },
    completeness: { given: completeness !== undefined, required: measured.required, missing: measured.missing.length },
    efficiency: {
      useful: spent.useful,
      total: spent.total,
      ...(efficiencyReference !== 1 && { reference: efficiencyReference }),
    },
  }
  const total = used.conformance + used.completeness + used.efficiency
  const measuredWeight = FACTORS.reduce((sum, factor) => sum + (factors[factor] === null ? 0 : used[factor]), 0)
  const breakdown = FACTORS.map((factor): FactorBreakdown => {
    const score = factors[factor]
    const isCounted = score !== null && measuredWeight > 0
    const contribution = isCounted ? (score * used[factor]) / measuredWeight : null
    return { factor, score, weight: used[factor] / total, contribution, deductions: [], inputs: inputs[factor] }
  })
  const contributions = breakdown.flatMap(({ contribution }) => contribution ?? [])
  const qualityScore = measuredWeight > 0 ? clamp01(sumOf(contributions)) : null
  const coverage = measuredWeight / total
  const isBanded = qualityScore !== null && atLeast(coverage, MIN_COVERAGE)
  return {
    qualityScore,
    factors,
    coverage,
    ...(isBanded ? bandOf(qualityScore) : { band: null, action: 'none' as const }),
    blocked: kept.conformance === false || kept.errors.length > 0,
    warnings: [...kept.warnings, ...spent.warnings],
    missingOutputs: measured.missing,
    contractErrors: kept.errors,
    breakdown,
  }
}

/** Token counts of a run, each 0 or more. `useful` are the output tokens of accepted outputs, if known. */
export interface TokenCounts {
  input?: number
  output?: number
  total?: number
  useful?: number
}

interface Efficiency {
  /** 0 to 1; null when unknown. */
  efficiency: number | null
  useful: number | null
  total: number | null
  warnings: string[]
}

/**
 * Computes useful tokens over all tokens, over the reference: useful, else output, over input + output, else the given total. Null with a
 * warning when a count is missing, and 0 with one when the total is 0.
 * @throws {EngineInputError} on a negative or non-finite count.
 */
export function measureEfficiency(tokens: TokenCounts = {}, reference = 1): Efficiency {
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
  if (total === 0) return { efficiency: 0, useful, total, warnings: [...warnings, 'no_tokens'] }
  if (total === null || useful === null)
    return { efficiency: null, useful, total, warnings: [...warnings, 'tokens_missing'] }
  if (exceeds(useful, total)) warnings.push('useful_exceeds_total')
  return { efficiency: clamp01(useful / total / reference), useful, total, warnings }
}

/** The facts that bound a run's trace score: its efficiency, 0 to 1, and whether outputs were required of it. */
export interface BoundedRun {
  efficiency: number
  isHeldToOutputs: boolean
}

interface EfficiencyLimit {
  runs: number
  /** The best score possible for any of these runs, all else that is measured of it at 1. */
  best: number
  /** The median efficiency of these runs, 0 to 1. */
  median: number
}

/**
 * Whether efficiency alone keeps every run out of the good band: even with all else that is measured of it at 1 its score is below it. Null if
 * some run could reach it, if there are no runs, or if half of them have none, which no reference can raise.
 */
export function findEfficiencyLimit(runs: readonly BoundedRun[], weights: TraceWeights): EfficiencyLimit | null {
  const bounds = runs.map(({ efficiency, isHeldToOutputs }) => {
    const others = weights.conformance + (isHeldToOutputs ? weights.completeness : 0)
    const total = others + weights.efficiency
    return total > 0 ? (others + weights.efficiency * efficiency) / total : 1
  })
  const best = Math.max(...bounds)
  const median = quantile(
    runs.map(({ efficiency }) => efficiency),
    0.5,
  )
  if (median === null || median === 0 || atLeast(best, bandFrom('good'))) return null
  return { runs: runs.length, best, median }
}
