import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import type { ConfidenceFall } from '@/lib/contracts/measured'
import { wordOf } from '@/lib/engine/regression/verdict-word'
import { confidenceFallText, describeDrop, type GateTone, onlySeemsSettled, settlingText } from '../drop-text'
import { formatChance, formatInterval, formatLimit } from '../format/number'

/** The judgement of a version as text: `verdict` in short, `sentences` with its numbers. */
type GateOddsModel = { verdict: string; tone: GateTone | 'review'; sentences: string[] }

type Verdict = NonNullable<GateEvidence['verdict']>
type Odds = NonNullable<GateEvidence['probability']>
type OddsInput = Pick<GateEvidence, 'verdict' | 'threshold' | 'probability'> & { prior: { version: string } | null }

/**
 * Returns the verdict of the rule with its certainty. Only the rule decides whether a version is worse; if the odds do not settle it, the
 * verdict is inconclusive and names the rule. A fall of confidence is named unless the version is worse anyway.
 */
export function prepareGateOdds(
  { verdict, threshold, prior, probability }: OddsInput,
  confidenceFall: ConfidenceFall | null = null,
): GateOddsModel {
  const judged = verdict ?? 'no_baseline'
  const { tag, tone } = describeDrop({ verdict: judged, threshold, prior, probability })
  const isCompared = judged !== 'no_baseline' && prior !== null
  const fall = tone === 'fail' ? null : confidenceFallText({ confidenceFall })
  return {
    verdict: fall ? `${tag}, but ${fall}` : tag,
    tone: fall ? 'review' : tone,
    sentences: isCompared ? sentencesOf(judged, threshold, probability) : [],
  }
}

function sentencesOf(verdict: Verdict, threshold: number, odds: Odds | null): string[] {
  if (!odds) return []
  const { drop, exceeds, runsToSettle, byConformance, byScenario } = odds
  return [
    `Chance that it is worse at all: ${formatChance(drop)}. Worse by more than ${formatLimit(threshold)}: ${formatChance(exceeds)}.`,
    formatOddsInterval(odds, threshold),
    ...(byConformance ? ['Contract breaks are counted separately from the rest of the score.'] : []),
    ...(byScenario ? ['Both ran the same scenarios, so differences between scenarios do not add noise.'] : []),
    settlingText(wordOf(verdict, exceeds), runsToSettle),
  ]
}

/** The first method's interval was of the drop, shrunken towards none; the second's is of the change, from the runs alone, like the bar. */
function formatOddsInterval(odds: Odds, threshold: number): string {
  const [low, high] = odds.interval
  const open = onlySeemsSettled(odds, threshold) ? ', which leaves open whether it is beyond the limit' : ''
  const between = (ends: [number, number]) => formatInterval(ends).replace(' to ', ' and ')
  return odds.method === 'shrunken-1'
    ? `The true drop lies between ${between([low, high])} with 90% probability.`
    : `From these runs alone, the change is between ${between([0 - high, 0 - low])} (90% interval); the chances also weigh how versions usually change${open}.`
}

const SHOWN = 3

/** A live run worth opening: with the prior run of the same scenario if both versions ran it, else by its low score. */
export type WorstRun = {
  runId: string
  scenario: string | null
  score: number
  prior: { runId: string; score: number; change: number } | null
}

type Dot = GateEvidence['current']['dots'][number]

/** Returns the three scenarios that fell most, or the three lowest runs if the versions share none. Unscored runs are not ranked. */
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

/** The latest of several prior runs of a scenario is used; dots are sorted latest first. */
function latestByScenario(dots: readonly Dot[]): Map<string, { runId: string; score: number }> {
  const found = new Map<string, { runId: string; score: number }>()
  for (const { scenario, runId, score } of dots)
    if (scenario !== null && score !== null && !found.has(scenario)) found.set(scenario, { runId, score })
  return found
}

/** Returns the first run of each scenario. */
function oncePerScenario(runs: readonly WorstRun[]): WorstRun[] {
  return [...Map.groupBy(runs, (run) => run.scenario).values()].flatMap(([first]) => (first ? [first] : []))
}
