import type { ComparedFailure, MeasureChange, VersionComparison } from '@/lib/contracts/comparisons'
import { formatChance, formatCount, formatLimit, formatPlural, formatScore, VISIBLE_CHANGE } from '../format/number'
import { capital } from '../format/text'
import { measureFormats } from './compare-versions'

/** Returns a sentence on whether the second version is worse than the first, and what fell. */
export function compareVersionsSentence(comparison: VersionComparison): string {
  const { a, b } = comparison
  if (a.version === b.version) return 'The same version on both sides.'
  const quality = comparison.measures.find(({ name }) => name === 'quality')
  const others = comparison.measures.filter(({ name, direction }) => name !== 'quality' && direction === 'worse')
  const where = comparison.sameScenarios ? `On the ${formatPlural(comparison.shared, 'scenario')} that both ran, ` : ''
  const said = where + (quality ? qualitySentence(comparison, quality, others) : nothingToCompare(comparison))
  // The name of a version keeps its letters.
  const main = said.startsWith(b.version) ? said : capital(said)
  return [main, newFailures(comparison)].filter(Boolean).join(' ')
}

function qualitySentence(comparison: VersionComparison, quality: MeasureChange, others: readonly MeasureChange[]) {
  const { a, b, threshold } = comparison
  const moved = `quality ${moveOf(quality)}`
  const also = others.length > 0 ? ` ${capital(listOf(others))}.` : ''
  // A drop that is certain, but not to exceed what is allowed, would otherwise seem to contradict the figure.
  const beyond = ` by more than ${formatLimit(threshold)}`
  const by = quality.direction === 'worse' ? beyond : ''
  // What fell, even if by chance, may be a little worse.
  const atMost = quality.change < -VISIBLE_CHANGE ? beyond : ''
  switch (wordOf(comparison, quality)) {
    case 'too_few':
      return `${tooFew(comparison, quality)}${also}`
    case 'worse':
      return `${b.version} is worse than ${a.version}, ${how(comparison, beyond)}: ${fallenFactor(comparison) ?? moved}.${also}`
    case 'unclear': {
      // Whether it fell is clear, and whether it fell too far is not.
      const said =
        by && comparison.odds
          ? `${b.version} is probably worse than ${a.version}, ${how(comparison, beyond)}`
          : `it is too close to tell whether ${b.version} is worse than ${a.version}${by}`
      return `${said}: ${moved}.${settle(comparison)}${also}`
    }
    case 'better':
      return others.length > 0
        ? `${b.version} scores better than ${a.version}, but ${listOf(others)}.`
        : `${b.version} is better than ${a.version}, probably: ${moved}.`
    default:
      return others.length > 0
        ? `${b.version} scores no worse than ${a.version}${atMost}, but ${listOf(others)}.`
        : `${b.version} is not worse than ${a.version}${atMost}, probably: ${moved}.`
  }
}

/** The chance of a drop {@link beyond} what is allowed, which is known for all runs, but not for shared scenarios alone. */
function how({ odds, sameScenarios }: VersionComparison, beyond: string): string {
  return odds && !sameScenarios ? `${beyond.trimStart()} with a chance of ${formatChance(odds.exceeds)}` : 'probably'
}

/** Uses the verdict on all runs, or on shared scenarios the interval of the pairs. */
function wordOf({ word, sameScenarios, threshold }: VersionComparison, quality: MeasureChange) {
  if (!sameScenarios) {
    if (word === 'insufficient' || word === 'no_baseline') return 'too_few'
    if (word === 'regressed') return 'worse'
    if (word === 'inconclusive') return 'unclear'
    return quality.direction === 'better' ? 'better' : 'not_worse'
  }
  if (quality.direction !== 'unclear') return quality.direction
  return quality.interval && quality.interval[0] > -threshold ? 'not_worse' : 'unclear'
}

function tooFew({ a, b, minLiveRuns, sameScenarios }: VersionComparison, quality: MeasureChange): string {
  if (sameScenarios) return `too few runs to tell: ${formatPlural(minLiveRuns, 'shared scenario')} are needed.`
  const short = quality.a.n < minLiveRuns ? { ...a, n: quality.a.n } : { ...b, n: quality.b.n }
  return `too few runs to tell: ${short.version} has ${formatPlural(short.n, 'live run')} with a score, ${minLiveRuns} are needed.`
}

function nothingToCompare({ a, b, comparedOn, sameScenarios }: VersionComparison): string {
  if (comparedOn) return 'no factor was measured on both versions.'
  if (sameScenarios) return 'nothing to compare: no scenario was scored on both versions.'
  const bare = a.liveRuns === 0 ? a : b
  return `too few runs to tell: ${bare.version} has no live run with a score.`
}

/** "quality fell from 0.84 to 0.78", or that it stayed. */
function moveOf({ name, a, b, change, direction }: MeasureChange): string {
  const format = name === 'quality' || name === 'confidence' ? formatScore : measureFormats[name]
  const [from, to] = [format(a.mean), format(b.mean)]
  const way = change < 0 ? 'fell' : 'rose'
  if (from !== to) return `${way} from ${from} to ${to}`
  return direction === 'worse' || direction === 'better' ? `${way} a little, and is still ${to}` : `stayed at ${to}`
}

const inSentence: Record<MeasureChange['name'], string> = {
  quality: 'quality',
  confidence: 'confidence',
  accepted: 'the share accepted before verdicts',
  cost: 'the cost of a run',
  tokens: 'the tokens of a run',
  duration: 'the time of a run',
}

const list = new Intl.ListFormat('en-GB')

const listOf = (measures: readonly MeasureChange[]) =>
  list.format(measures.map((measure) => `${inSentence[measure.name]} ${moveOf(measure)}`))

/** "conformance fell most, from 1.00 to 0.67"; null if no factor fell. */
function fallenFactor({ factors }: VersionComparison): string | null {
  const fallen = factors
    .flatMap((factor) =>
      factor.change !== null && factor.change < -VISIBLE_CHANGE ? [{ ...factor, change: factor.change }] : [],
    )
    .toSorted((x, y) => x.change - y.change)
  const [first] = fallen
  if (!first) return null
  return `${first.label.toLowerCase()} fell${fallen.length > 1 ? ' most' : ''}, from ${formatScore(first.prior)} to ${formatScore(first.current)}`
}

function settle({ odds, sameScenarios }: VersionComparison): string {
  if (sameScenarios || !odds?.runsToSettle) return ''
  return ` About ${formatPlural(odds.runsToSettle, 'more run')} of each would settle it.`
}

/** "2 kinds of failure are new, 1 comes more often."; empty if neither. */
function newFailures({ failures }: VersionComparison): string {
  const count = (of: ComparedFailure['state']) => failures.filter(({ state }) => state === of).length
  const [fresh, more] = [count('new'), count('worse')]
  const kinds = (n: number) => formatPlural(n, 'kind of failure', 'kinds of failure')
  const parts = [
    fresh === 0 ? null : `${kinds(fresh)} ${fresh === 1 ? 'is' : 'are'} new`,
    more === 0 ? null : `${fresh === 0 ? kinds(more) : formatCount(more)} ${more === 1 ? 'comes' : 'come'} more often`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? '' : `${parts.join(', ')}.`
}
