import type { Regression } from '@/lib/contracts/regressions'
import { formatPercent, formatPlural, formatScore } from '@/lib/format/number'
import { EXIT, type ExitCode } from '../exit-codes'

export const verdictWords: Record<Regression['verdict'], string> = {
  regression: 'regressed',
  ok: 'not worse',
  insufficient_sample: 'too few runs',
  no_baseline: 'nothing to compare with',
}

/**
 * Worse beats undecided beats not worse. A first version is worse than nothing and counts for neither; where nothing at all
 * was compared, nothing is known.
 */
export function exitOf(regressions: readonly Pick<Regression, 'verdict'>[]): ExitCode {
  const verdicts = new Set(regressions.map(({ verdict }) => verdict))
  if (verdicts.has('regression')) return EXIT.regressed
  return verdicts.has('ok') && !verdicts.has('insufficient_sample') ? EXIT.ok : EXIT.inconclusive
}

/** The verdict with its numbers, in one sentence. */
export function tellVerdict({ verdict, version, prior, current, delta, threshold, minLiveRuns }: Regression): string {
  if (verdict === 'no_baseline' || !prior) return `${version} has no version before it with live runs.`
  if (verdict === 'insufficient_sample')
    return `${version} has ${formatPlural(current.n, 'live run')} with a score; ${minLiveRuns} are needed.`
  const means = `quality ${exact(current.mean)} over ${formatPlural(current.n, 'run')}, ${exact(prior.mean)} over ${prior.n} in ${prior.version}`
  const drop = `a drop of ${exact(delta)}, ${verdict === 'regression' ? 'more' : 'not more'} than ${threshold}`
  return `${version}: ${means}; ${delta !== null && delta > 0 ? drop : 'no drop'}.`
}

/** How sure one can be of the verdict; null where nothing was compared. */
export function tellOdds({ probability, threshold }: Regression): string | null {
  if (!probability) return null
  const { drop, exceeds, interval, runsToSettle } = probability
  const settle =
    runsToSettle === null
      ? 'Too close to the line for more runs to settle.'
      : runsToSettle === 0
        ? 'More runs would hardly change this.'
        : `About ${formatPlural(runsToSettle, 'more run')} of each version would settle it.`
  return `The chance of any drop is ${formatPercent(drop)}, of more than ${threshold} ${formatPercent(exceeds)}; the drop lies between ${formatScore(interval[0])} and ${formatScore(interval[1])} with 90 % probability. ${settle}`
}

/** Four decimals where two would hide which side of the threshold a number is on. */
export const exact = (value: number | null) => (value === null ? formatScore(null) : String(Number(value.toFixed(4))))
