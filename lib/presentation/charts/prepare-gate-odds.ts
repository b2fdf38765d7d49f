import type { GateEvidence } from '@/lib/contracts/gates'
import { wordOf } from '@/lib/engine/regression/verdict-word'
import { formatInterval, formatLimit, formatPercent, formatPlural } from '../format/number'
import { type GateTone, standingOf } from '../gate-words'

/** What the runs say of a version, in words: `verdict` in a few, `sentences` with the numbers behind it. */
type GateOddsModel = { verdict: string; tone: GateTone; sentences: string[] }

type Verdict = NonNullable<GateEvidence['verdict']>
type Odds = NonNullable<GateEvidence['probability']>
type OddsInput = Pick<GateEvidence, 'verdict' | 'threshold' | 'probability'> & { prior: { version: string } | null }

/**
 * The verdict of the rule with how sure one can be of it. The rule alone decides whether a version counts as worse; where the
 * odds do not settle it the word is inconclusive, and the rule is named beside it.
 */
export function prepareGateOdds({ verdict, threshold, prior, probability }: OddsInput): GateOddsModel {
  const judged = verdict ?? 'no_baseline'
  const { tag, tone } = standingOf({ verdict: judged, threshold, prior, probability })
  const isCompared = judged !== 'no_baseline' && prior !== null
  return { verdict: tag, tone, sentences: isCompared ? sentencesOf(judged, threshold, probability) : [] }
}

function sentencesOf(verdict: Verdict, threshold: number, odds: Odds | null): string[] {
  if (!odds) return []
  const { drop, exceeds, byConformance, byScenario } = odds
  return [
    `Chance that it is worse at all: ${formatPercent(drop)}. Worse by more than ${formatLimit(threshold)}: ${formatPercent(exceeds)}.`,
    formatOddsInterval(odds),
    ...(byConformance ? ['Contract breaks are counted separately from the rest of the score.'] : []),
    ...(byScenario ? ['Both ran the same scenarios, so differences between scenarios do not add noise.'] : []),
    settles(verdict, odds),
  ]
}

/** The interval of the first method was drawn towards no change, that of the second rests on the runs alone: as a change, like the bar. */
function formatOddsInterval({ method, interval: [low, high] }: Odds): string {
  const between = (ends: [number, number]) => formatInterval(ends).replace(' to ', ' and ')
  return method === 'shrunken-1'
    ? `The true drop lies between ${between([low, high])} with 90% probability.`
    : `From these runs, the change is between ${between([0 - high, 0 - low])} (90% interval).`
}

function settles(verdict: Verdict, { runsToSettle, exceeds }: Odds): string {
  const isSettled = runsToSettle === 0
  if (isSettled && verdict !== 'insufficient_sample' && wordOf(verdict, exceeds) === 'inconclusive')
    return 'The rule and the odds disagree, and more runs would hardly change that. Weigh both.'
  if (isSettled) return 'More runs would hardly change this.'
  if (runsToSettle === null)
    return 'It is too close to the line for more runs to settle. Decide by what a drop would cost.'
  return `About ${formatPlural(runsToSettle, 'more run')} of each version would settle it.`
}

const SHOWN = 3

/** Live runs worth opening: the same scenario on both versions where there is one, else the lowest scores alone. */
export type WorstRun = {
  runId: string
  scenario: string | null
  score: number
  prior: { runId: string; score: number; change: number } | null
}

type Dot = GateEvidence['current']['dots'][number]

/** The three scenarios that fell most, or where the versions share none the three lowest runs. Unscored runs rank nowhere. */
export function prepareGateWorst({ prior, current }: Pick<GateEvidence, 'prior' | 'current'>): WorstRun[] {
  const scored = current.dots.flatMap((dot) => (dot.score === null ? [] : [{ ...dot, score: dot.score }]))
  const before = latestByScenario(prior?.dots ?? [])
  const paired = scored.flatMap((dot): WorstRun[] => {
    const match = dot.scenario === null ? undefined : before.get(dot.scenario)
    if (!match) return []
    return [
      {
        runId: dot.runId,
        scenario: dot.scenario,
        score: dot.score,
        prior: { ...match, change: dot.score - match.score },
      },
    ]
  })
  const fallen = oncePerScenario(paired.sort((a, b) => (a.prior?.change ?? 0) - (b.prior?.change ?? 0)))
  if (fallen.length > 0) return fallen.slice(0, SHOWN)
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, SHOWN)
    .map(({ runId, scenario, score }) => ({ runId, scenario, score, prior: null }))
}

/** Of several prior runs of a scenario the latest stands for it; dots come latest first. */
function latestByScenario(dots: readonly Dot[]): Map<string, { runId: string; score: number }> {
  const found = new Map<string, { runId: string; score: number }>()
  for (const { scenario, runId, score } of dots)
    if (scenario !== null && score !== null && !found.has(scenario)) found.set(scenario, { runId, score })
  return found
}

/** The first of each scenario. */
function oncePerScenario(runs: readonly WorstRun[]): WorstRun[] {
  return [...Map.groupBy(runs, (run) => run.scenario).values()].flatMap(([first]) => (first ? [first] : []))
}
