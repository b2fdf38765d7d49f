import type { MeasuredRuns } from '@/lib/contracts/measured'
import { atLeast } from '../tolerance'
import type { TraceWeights } from '../trace/score-trace'

export type TraceFactor = keyof TraceWeights

/** How many live runs have a score, how many of these scores are trace scores, and how many of those measured a factor. */
export interface MeasuredCounts {
  version: string
  scored: number
  traced: number
  completeness: number
  efficiency: number
}

const OPTIONAL = ['completeness', 'efficiency'] as const
const FACTORS: readonly TraceFactor[] = ['conformance', ...OPTIONAL]

/** The factors that most of these runs were measured on; null where not every score is a trace score. */
export function measuredFactors(counts: Omit<MeasuredCounts, 'version'>): TraceFactor[] | null {
  if (!isTraced(counts)) return null
  return FACTORS.filter((factor) => factor === 'conformance' || 2 * counts[factor] > counts.traced)
}

const isTraced = ({ scored, traced }: Pick<MeasuredCounts, 'scored' | 'traced'>) => traced > 0 && traced === scored

/**
 * The factors that both versions were measured on, where they were not measured on the same; null where they were, so that
 * their scores may be held against each other as they are.
 */
export function commonFactors(
  prior: Omit<MeasuredCounts, 'version'>,
  current: Omit<MeasuredCounts, 'version'>,
): TraceFactor[] | null {
  const [before, after] = [measuredFactors(prior), measuredFactors(current)]
  if (!before || !after || before.join() === after.join()) return null
  return before.filter((factor) => after.includes(factor))
}

/** How many of these runs were measured enough to be judged, and what the others lack: each of them may lack what is named. */
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

/** The counts of those that were measured enough to be judged: the others lack the factors that may be missing. */
export function judgedCounts(
  { scored, traced, completeness, efficiency }: Omit<MeasuredCounts, 'version'>,
  enough: number,
): Omit<MeasuredCounts, 'version'> {
  const judged = traced - (scored - enough)
  const among = (count: number) => Math.min(count, judged)
  return { scored: enough, traced: judged, completeness: among(completeness), efficiency: among(efficiency) }
}

/** What a kept contract adds to each of these scores, above 0 and up to 1; null where that is not the same for all of them. */
export function conformanceShare(counts: Omit<MeasuredCounts, 'version'>, weights: TraceWeights): number | null {
  if (!isTraced(counts)) return null
  if (OPTIONAL.some((factor) => counts[factor] > 0 && counts[factor] < counts.traced)) return null
  const others = OPTIONAL.reduce((sum, factor) => sum + (counts[factor] > 0 ? weights[factor] : 0), 0)
  return weights.conformance > 0 ? weights.conformance / (weights.conformance + others) : null
}

/** Shares of runs that measured a factor may differ by so much before a reader is told. */
const SHARE_DIFFERS = 0.2

/** What a reader has to know where two versions were not measured alike, in whole sentences. */
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

/** "conformance, completeness and efficiency" */
export function listFactors(factors: readonly string[]): string {
  return list.format(factors)
}

const list = new Intl.ListFormat('en-GB')

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const percent = (share: number) => `${Math.round(share * 100)}%`
