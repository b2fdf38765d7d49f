import type { GateEvidence } from '@/lib/contracts/gates'
import { formatInterval, formatPercent, formatPlural, formatScore } from '@/lib/format/number'

const NEARLY_SURE = 0.95
const VERY_LIKELY = 0.75
const EVEN = 0.5

/** What the runs say of a version, in words: `verdict` in a few, `sentences` with the numbers behind it. */
export type GateOddsModel = { verdict: string; sentences: string[] }

type OddsInput = Pick<GateEvidence, 'verdict' | 'threshold' | 'probability'> & { prior: { version: string } | null }

/**
 * The verdict of the rule with how sure one can be of it. The rule alone decides whether a version counts as worse; the
 * probability is of the true drop, given these runs.
 */
export function prepareGateOdds({ verdict, threshold, prior, probability }: OddsInput): GateOddsModel {
  if (verdict === null || verdict === 'no_baseline' || !prior)
    return { verdict: 'Nothing to compare with', sentences: [] }
  if (verdict === 'insufficient_sample' || !probability)
    return { verdict: 'Too few runs to say', sentences: sentencesOf(threshold, probability) }
  return {
    verdict:
      verdict === 'regression'
        ? worse(prior.version, threshold, probability)
        : notWorse(prior.version, threshold, probability),
    sentences: sentencesOf(threshold, probability),
  }
}

type Odds = NonNullable<GateEvidence['probability']>

function worse(prior: string, threshold: number, { drop, exceeds }: Odds): string {
  if (exceeds >= NEARLY_SURE) return `Worse than ${prior}, almost certainly`
  if (exceeds >= VERY_LIKELY) return `Worse than ${prior}, very likely`
  if (exceeds >= EVEN) return `Worse than ${prior}, probably`
  if (drop >= NEARLY_SURE) return `Worse than ${prior}, though perhaps by less than ${limit(threshold)}`
  return `Worse than ${prior}, but it may be chance`
}

function notWorse(prior: string, threshold: number, { exceeds }: Odds): string {
  if (exceeds <= 1 - NEARLY_SURE) return `Not worse than ${prior}, almost certainly`
  if (exceeds <= 1 - VERY_LIKELY) return `Not worse than ${prior}, very likely`
  if (exceeds < EVEN) return `Not worse than ${prior}, probably`
  return `Not worse than ${prior} by ${limit(threshold)}, but close`
}

function sentencesOf(threshold: number, odds: Odds | null): string[] {
  if (!odds) return []
  const { drop, exceeds, interval } = odds
  return [
    `The chance that it is worse at all is ${formatPercent(drop)}; that it is worse by more than ${limit(threshold)}, ${formatPercent(exceeds)}.`,
    `The true drop lies between ${formatInterval(interval).replace(' to ', ' and ')} with 90 % probability.`,
    settles(odds),
  ]
}

function settles({ runsToSettle }: Odds): string {
  if (runsToSettle === 0) return 'More runs would hardly change this.'
  if (runsToSettle === null)
    return 'It is too close to the line for more runs to settle: decide on what a drop would cost.'
  return `About ${formatPlural(runsToSettle, 'more run')} of each version would settle it.`
}

/** ".05", as people say it. */
function limit(threshold: number): string {
  return formatScore(threshold).replace(/^0/, '')
}
