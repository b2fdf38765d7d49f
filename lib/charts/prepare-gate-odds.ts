import type { GateEvidence } from '@/lib/contracts/gates'
import { wordOf } from '@/lib/engine/regression/verdict-word'
import { gateVerdictLabels } from '@/lib/format/labels'
import { formatLimit } from '@/lib/format/limit'
import { formatInterval, formatPercent, formatPlural } from '@/lib/format/number'

export type GateTone = 'fail' | 'pass' | 'unknown'

/** What the runs say of a version, in words: `verdict` in a few, `sentences` with the numbers behind it. */
export type GateOddsModel = { verdict: string; tone: GateTone; sentences: string[] }

type Verdict = NonNullable<GateEvidence['verdict']>
type Odds = NonNullable<GateEvidence['probability']>
type OddsInput = Pick<GateEvidence, 'verdict' | 'threshold' | 'probability'> & { prior: { version: string } | null }

/**
 * The verdict of the rule with how sure one can be of it. The rule alone decides whether a version counts as worse; where the
 * odds do not settle it the word is inconclusive, and the rule is named beside it.
 */
export function prepareGateOdds({ verdict, threshold, prior, probability }: OddsInput): GateOddsModel {
  if (verdict === null || verdict === 'no_baseline' || !prior)
    return { verdict: gateVerdictLabels.no_baseline, tone: 'unknown', sentences: [] }
  return { ...headline(verdict, prior.version, probability), sentences: sentencesOf(verdict, threshold, probability) }
}

function headline(verdict: Verdict, prior: string, odds: Odds | null): Pick<GateOddsModel, 'verdict' | 'tone'> {
  switch (wordOf(verdict, odds?.exceeds ?? null)) {
    case 'regressed':
      return { verdict: `Regressed against ${prior}`, tone: 'fail' }
    case 'not_worse':
      return { verdict: `Not worse than ${prior}`, tone: 'pass' }
    case 'inconclusive':
      return verdict === 'regression'
        ? { verdict: 'Inconclusive, regressed by the rule', tone: 'fail' }
        : { verdict: 'Inconclusive, not worse by the rule', tone: 'unknown' }
    default:
      return { verdict: gateVerdictLabels[verdict], tone: 'unknown' }
  }
}

function sentencesOf(verdict: Verdict, threshold: number, odds: Odds | null): string[] {
  if (!odds) return []
  const { drop, exceeds, byConformance } = odds
  return [
    `The chance that it is worse at all is ${formatPercent(drop)}; that it is worse by more than ${formatLimit(threshold)}, ${formatPercent(exceeds)}.`,
    tellInterval(odds),
    ...(byConformance ? ['Kept and broken contracts are counted apart from the rest of the score.'] : []),
    settles(verdict, odds),
  ]
}

/** The interval of the first method was drawn towards no change, that of the second rests on the runs alone. */
function tellInterval({ method, interval }: Odds): string {
  const between = formatInterval(interval).replace(' to ', ' and ')
  return method === 'shrunken-1'
    ? `The true drop lies between ${between} with 90 % probability.`
    : `By these runs alone the drop lies between ${between} (90 % interval).`
}

function settles(verdict: Verdict, { runsToSettle, exceeds }: Odds): string {
  const isSettled = runsToSettle === 0
  if (isSettled && verdict !== 'insufficient_sample' && wordOf(verdict, exceeds) === 'inconclusive')
    return 'The rule and the odds disagree, and more runs would hardly change that: weigh both.'
  if (isSettled) return 'More runs would hardly change this.'
  if (runsToSettle === null)
    return 'It is too close to the line for more runs to settle: decide on what a drop would cost.'
  return `About ${formatPlural(runsToSettle, 'more run')} of each version would settle it.`
}
