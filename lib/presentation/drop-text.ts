import type { DropOddsView } from '@/lib/contracts/drop-evidence'
import type { GateEvidence, GateOpening } from '@/lib/contracts/gate-evidence'
import type { GateState } from '@/lib/contracts/gates'
import type { ConfidenceFall } from '@/lib/contracts/measured'
import { MORE_RUNS_MAX } from '@/lib/engine/regression/believed-drop'
import { isSettled, type VerdictWord, wordOf } from '@/lib/engine/regression/verdict-word'
import { exceeds } from '@/lib/engine/tolerance'
import { formatCount, formatLimit, formatPlural, formatScore } from './format/number'
import { gateVerdictLabels } from './labels/verdicts'

export type GateTone = 'fail' | 'pass' | 'unknown'

type Judged = Pick<GateEvidence, 'threshold' | 'probability'> & {
  verdict: NonNullable<GateEvidence['verdict']>
  prior: { version: string } | null
}
type DropText = { tag: string; tone: GateTone; clause: string }

/** From this probability a drop is mentioned, even within the limit. */
const LIKELY_LOWER = 0.8

/**
 * Describes how a version compares with the previous one: the tag of the evidence, its tone, and a clause to end a sentence. Every text
 * about a drop is derived from this one, so that they never differ.
 */
export function describeDrop({ verdict, threshold, prior, probability }: Judged): DropText {
  if (verdict === 'no_baseline' || !prior)
    return { tag: gateVerdictLabels.no_baseline, tone: 'unknown', clause: 'there is nothing to compare it with' }
  const limit = formatLimit(threshold)
  switch (wordOf(verdict, probability?.exceeds ?? null)) {
    case 'regressed':
      return { tag: `Regressed against ${prior.version}`, tone: 'fail', clause: 'it is worse' }
    case 'not_worse':
      return (probability?.drop ?? 0) >= LIKELY_LOWER
        ? {
            tag: `A little lower than ${prior.version}, within ${limit}`,
            tone: 'unknown',
            clause: `it is a little lower, within the limit of ${limit}`,
          }
        : { tag: `Not worse than ${prior.version}`, tone: 'pass', clause: 'it is not worse' }
    case 'inconclusive':
      return verdict === 'regression'
        ? {
            tag: 'Regressed by the rule, but inconclusive',
            tone: 'fail',
            clause: 'it is worse by the rule, but inconclusive',
          }
        : {
            tag: 'Not worse by the rule, but inconclusive',
            tone: 'unknown',
            clause: 'it is not worse by the rule, but inconclusive',
          }
    default:
      return { tag: gateVerdictLabels[verdict], tone: 'unknown', clause: 'there are too few runs to tell' }
  }
}

/**
 * Whether the interval by the runs alone lies on one side of the limit although the odds do not settle the side: of few noisy runs the odds
 * are the better calibrated, with many the two agree.
 */
export function onlySeemsSettled({ method, interval: [low, high], exceeds: chance }: Odds, threshold: number): boolean {
  return method !== 'shrunken-1' && !isSettled(chance) && (exceeds(low, threshold) || exceeds(threshold, high))
}

type Odds = Pick<DropOddsView, 'method' | 'interval' | 'exceeds'>

/** Says how many more runs of each version would settle which side of the limit a drop is on, or that none are needed. */
export function settlingText(word: VerdictWord, runsToSettle: number | null): string {
  if (runsToSettle === null)
    return `Even ${MORE_RUNS_MAX} more runs of each version would hardly settle it. Decide by what a drop would cost.`
  if (runsToSettle > 0) return `About ${formatPlural(runsToSettle, 'more run')} of each version would settle it.`
  return word === 'inconclusive'
    ? 'The rule and the odds disagree, and more runs would hardly change that. Weigh both.'
    : 'More runs would hardly change this.'
}

type NowInput = Pick<GateEvidence, 'verdict' | 'threshold' | 'probability' | 'prior' | 'current'>

/**
 * Describes the changes since the gate opened: "Opened on 30 runs against 40, when it was worse; with 80 against 40 it is not worse." Null
 * if nothing has changed, or if no check opened it.
 */
export function sinceOpening(opening: GateOpening | null, now: NowInput, state: GateState): string | null {
  if (!opening || now.verdict === null) return null
  const [was, is] = [describeDrop(opening), describeDrop({ ...now, verdict: now.verdict })]
  const [thenRuns, nowRuns] = [countsOf(opening), countsOf(now)]
  if (thenRuns === nowRuns && was.clause === is.clause) return null
  const opened = `Opened on ${thenRuns}`
  const hasChanged = was.clause !== is.clause
  const then = hasChanged ? `, when ${was.clause.replace(/^it is/, 'it was')}` : ''
  if (state !== 'pending')
    return `${opened}${then}; closed on ${nowRuns}, when ${is.clause.replace(/^(it|there) (is|are)/, (_, it, verb) => `${it} ${verb === 'is' ? 'was' : 'were'}`)}.`
  return `${opened}${then}; with ${nowRuns} ${hasChanged ? is.clause : is.clause.replace(/^(it is|there are)/, '$1 still')}.`
}

/** "confidence fell from 0.78 to 0.52"; null if it did not. */
export function confidenceFallText({ confidenceFall }: { confidenceFall: ConfidenceFall | null }): string | null {
  if (!confidenceFall) return null
  return `confidence fell from ${formatScore(confidenceFall.prior)} to ${formatScore(confidenceFall.current)}`
}

const countsOf = ({ current, prior }: { current: { n: number }; prior: { n: number } | null }) =>
  prior ? `${formatPlural(current.n, 'run')} against ${formatCount(prior.n)}` : formatPlural(current.n, 'run')
