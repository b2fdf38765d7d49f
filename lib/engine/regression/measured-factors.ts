import type { MeasuredRuns } from '@/lib/contracts/measured'
import { atLeast } from '../tolerance'
import type { TraceWeights } from '../trace/score-trace'

export type TraceFactor = keyof TraceWeights

/** Number of live runs with a score, of those with a trace score, and of those with each optional factor measured. */
export interface MeasuredCounts {
  version: string
  scored: number
  traced: number
  completeness: number
  efficiency: number
}

const OPTIONAL = ['completeness', 'efficiency'] as const
const FACTORS: readonly TraceFactor[] = ['conformance', ...OPTIONAL]

/** Returns the factors measured on most of these runs; null if not every score is a trace score. */
export function measuredFactors(counts: Omit<MeasuredCounts, 'version'>): TraceFactor[] | null {
  if (!isTraced(counts)) return null
  return FACTORS.filter((factor) => factor === 'conformance' || 2 * counts[factor] > counts.traced)
}

const isTraced = ({ scored, traced }: Pick<MeasuredCounts, 'scored' | 'traced'>) => traced > 0 && traced === scored

/**
 * Returns the factors measured on both versions if they were measured on different ones; null if their scores are comparable as they are.
 */
export function commonFactors(
  prior: Omit<MeasuredCounts, 'version'>,
  current: Omit<MeasuredCounts, 'version'>,
): TraceFactor[] | null {
  const [before, after] = [measuredFactors(prior), measuredFactors(current)]
  if (!before || !after || before.join() === after.join()) return null
  return before.filter((factor) => after.includes(factor))
}

/** Summarises how many runs were measured enough to be judged, and what each of the others may lack. */
export function summariseMeasured(counts: Omit<MeasuredCounts, 'version'>, enough: number): MeasuredRuns {
  const others = counts.scored - enough
  const mayLack = (factor: (typeof OPTIONAL)[number]) => others > 0 && counts.traced - counts[factor] >= others
  return {
    runs: counts.scored,
    enough,
    lacks: [
      ...(mayLack('efficiency') ? (['tokens'] as const) : []),
      ...(mayLack('completeness') ? (['contract'] as const) : []),
    ],
  }
}

/**
 * Returns the counts of only the runs that were measured enough to be judged, assuming that the others lack the factors that may be
 * missing.
 */
export function judgedCounts(
  { scored, traced, completeness, efficiency }: Omit<MeasuredCounts, 'version'>,
  enough: number,
): Omit<MeasuredCounts, 'version'> {
  const judged = traced - (scored - enough)
  const among = (count: number) => Math.min(count, judged)
  return { scored: enough, traced: judged, completeness: among(completeness), efficiency: among(efficiency) }
}

/** Returns the part of each score that a kept contract adds, above 0 and up to 1; null if it is not the same for all of them. */
export function conformanceShare(counts: Omit<MeasuredCounts, 'version'>, weights: TraceWeights): number | null {
  if (!isTraced(counts)) return null
  if (OPTIONAL.some((factor) => counts[factor] > 0 && counts[factor] < counts.traced)) return null
  const others = OPTIONAL.reduce((sum, factor) => sum + (counts[factor] > 0 ? weights[factor] : 0), 0)
  return weights.conformance > 0 ? weights.conformance / (weights.conformance + others) : null
}

/** Difference between the shares of runs with a factor from which the reader is informed. */
const SHARE_DIFFERS = 0.2

/** Returns notes, as sentences, on how differently two versions were measured. */
export function measuredDifferently(prior: MeasuredCounts, current: MeasuredCounts): string[] {
  const common = commonFactors(prior, current)
  if (common) {
    const [before, after] = [measuredFactors(prior) ?? [], measuredFactors(current) ?? []]
    return [
      `${prior.version} was measured on ${listFactors(before)}, ${current.version} on ${listFactors(after)}: the change is of ${listFactors(common)} alone.`,
    ]
  }
  if (!isTraced(prior) || !isTraced(current)) return []
  return OPTIONAL.flatMap((factor) => {
    const [before, after] = [prior[factor] / prior.traced, current[factor] / current.traced]
    if (!atLeast(Math.abs(before - after), SHARE_DIFFERS)) return []
    return [
      `${capitalised(factor)} was measured on ${percent(before)} of the runs of ${prior.version} and on ${percent(after)} of those of ${current.version}.`,
    ]
  })
}

/** Formats a list: "conformance, completeness and efficiency" */
export function listFactors(factors: readonly string[]): string {
  return list.format(factors)
}

const list = new Intl.ListFormat('en-GB')

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const percent = (share: number) => `${Math.round(share * 100)}%`
