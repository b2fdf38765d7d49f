import type { Regression } from '@/lib/contracts/regressions'
import { onlySeemsSettled, settlingText } from '@/lib/presentation/drop-text'
import { formatChance, formatPlural, formatScore } from '@/lib/presentation/format/number'
import { shownMean } from '@/lib/presentation/labels/measured'
import { EXIT, type ExitCode } from '../exit-codes'
import type { Color } from '../terminal'

type Verdict = Pick<Regression, 'verdict' | 'word'>

/** Outcome of a version: the rule decides what is a regression, the odds whether another verdict is known. */
export type Outcome = 'regressed' | 'not_worse' | 'unknown'

/** A regression by the rule counts whatever the odds; a version is not worse only if the odds settle it. */
export function outcomeOf({ verdict, word }: Verdict): Outcome {
  if (verdict === 'regression') return 'regressed'
  return word === 'not_worse' ? 'not_worse' : 'unknown'
}

/** "timed out", "rejected, taken back". */
export const formatGateState = ({ state, undone }: { state: string; undone: boolean }) =>
  `${state.replace('_', ' ')}${undone ? ', taken back' : ''}`

export const OUTCOME_COLORS: Record<Outcome, Color> = { regressed: 'red', not_worse: 'green', unknown: 'yellow' }

/** Verdict of the rule alone. */
export const ruleLabels: Record<Regression['verdict'], string> = {
  regression: 'regressed',
  ok: 'not worse',
  insufficient_sample: 'too few runs',
  no_baseline: 'nothing to compare with',
}

/** Short verdict: that of the rule, preceded by "inconclusive" if the odds do not settle it. */
export function verdictLabels({ verdict, word }: Verdict): string {
  return word === 'inconclusive' ? `inconclusive, ${ruleLabels[verdict]} by the rule` : ruleLabels[verdict]
}

/**
 * Exit code of several verdicts: worse takes precedence over unknown, unknown over not worse. First versions are ignored; if nothing was
 * compared, the result is unknown.
 */
export function exitOf(regressions: readonly Verdict[]): ExitCode {
  const compared = new Set(regressions.filter(({ verdict }) => verdict !== 'no_baseline').map(outcomeOf))
  if (compared.has('regressed')) return EXIT.regressed
  return compared.has('not_worse') && !compared.has('unknown') ? EXIT.ok : EXIT.inconclusive
}

/** The mean of a side; a dash if too little of its runs was measured. */
export function formatMean({ measured, ...side }: Regression['current']): string {
  return formatScore(shownMean(side, measured ?? null).mean)
}

const factors = new Intl.ListFormat('en-GB')

/** The verdict with its numbers, as one sentence. */
export function formatVerdict(regression: Regression): string {
  const { verdict, version, prior, current, delta, threshold, minLiveRuns, comparedOn } = regression
  if (verdict === 'no_baseline' || !prior) return `${version} has no version before it with live runs.`
  if (verdict === 'insufficient_sample' && delta === null && comparedOn)
    return `${version} and ${prior.version} were measured on no factor in common that counts.`
  if (verdict === 'insufficient_sample')
    return `${version} has ${formatPlural(current.n, 'live run')} with a score; ${minLiveRuns} are needed.`
  const means = `quality ${exact(current.mean)} over ${formatPlural(current.n, 'run')}, ${exact(prior.mean)} over ${prior.n} in ${prior.version}`
  const drop = `a drop of ${exact(delta)}, ${verdict === 'regression' ? 'more' : 'not more'} than ${threshold}`
  const on = comparedOn ? ` by ${factors.format(comparedOn)}, which both were measured on` : ''
  return `${version}: ${means}; ${delta !== null && delta > 0 ? drop : 'no drop'}${on}.`
}

/** The certainty of the verdict; null if nothing was compared. */
export function formatOdds({ probability, threshold, word }: Regression): string | null {
  if (!probability) return null
  const { drop, exceeds, interval, runsToSettle, byConformance, byScenario } = probability
  const open = onlySeemsSettled(probability, threshold)
    ? `; how versions usually change leaves open whether it exceeds ${threshold}`
    : ''
  const apart = byConformance ? ' Contract breaks are counted separately from the rest of the score.' : ''
  const paired = byScenario ? ' What differs between the scenarios that both ran is left out of the noise.' : ''
  return `The chance of any drop is ${formatChance(drop)}, of more than ${threshold} ${formatChance(exceeds)}; by these runs alone the drop lies between ${formatScore(interval[0])} and ${formatScore(interval[1])} (90% interval)${open}.${apart}${paired} ${settlingText(word, runsToSettle)}`
}

/** Reports small drops that have accumulated; null if they have not. `name` formats a version. */
export function formatDrift({ drift }: Regression, name = (version: string) => version): string | null {
  return drift?.isDrifting
    ? `It is ${exact(drift.dropFromBest)} below ${name(drift.best.version)}, the best so far.`
    : null
}

/** Four decimals, since two might hide on which side of the threshold a number is. */
export const exact = (value: number | null) => (value === null ? formatScore(null) : String(Number(value.toFixed(4))))
