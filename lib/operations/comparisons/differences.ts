import type { ComparedFailure, ComparedNode, ComparedScenario, MeasureChange } from '@/lib/contracts/comparisons'
import type { DropOddsView } from '@/lib/contracts/drop-evidence'
import { failureClass } from '@/lib/contracts/primitives'
import { compareMeans, compareShares, directionOf } from '@/lib/engine/regression/compare-measures'
import { pairMeans } from '@/lib/engine/regression/scenario-pairs'
import type { Sample } from '@/lib/engine/stats/descriptive'
import { VISIBLE_CHANGE } from '@/lib/presentation/format/number'
import { byName } from '../natural-order'
import type { FailureRow, NodeRow, Ranking, ScenarioRow, SideMeasures } from './samples'

// What differs between two versions, from the rows that were loaded of both; `a` is the baseline.

export const isShared = ({ a, b }: ComparedScenario) => a !== null && b !== null

/** Ranks runs by confidence if quality shows no difference between the versions and confidence may. */
export function rankingOf(measures: readonly MeasureChange[], byQuality: readonly ComparedScenario[]): Ranking {
  const directionIn = (name: Ranking) => measures.find((measure) => measure.name === name)?.direction
  const isSure = (direction: string | undefined) => direction === 'worse' || direction === 'better'
  if (directionIn('confidence') === undefined || isSure(directionIn('quality'))) return 'quality'
  const differs = byQuality.some(({ state }) => state === 'worse' || state === 'better')
  return isSure(directionIn('confidence')) || !differs ? 'confidence' : 'quality'
}

const QUALITY = { more: 1, name: 'quality' } as const

/** Compares the quality of all live runs, with the interval that the odds are based on. */
export function compareQuality(
  { a, b }: { a: Sample | null; b: Sample | null },
  odds: Pick<DropOddsView, 'interval'> | null,
  minRuns: number,
): MeasureChange[] {
  if (!a || !b) return []
  const found = compareMeans(a, b, { ...QUALITY, minRuns, isScore: true })
  const interval: MeasureChange['interval'] = odds ? [-odds.interval[1], -odds.interval[0]] : found.interval
  return [
    {
      name: 'quality',
      a: toSide(a),
      b: toSide(b),
      change: b.mean - a.mean,
      interval,
      published: null,
      direction: odds && interval ? directionOf(interval, QUALITY) : found.direction,
    },
  ]
}

/** Compares the quality on the scenarios that both versions ran, each counted once and paired. */
export function compareSharedQuality(shared: readonly ComparedScenario[], minRuns: number): MeasureChange[] {
  const meansOf = (side: 'a' | 'b') =>
    new Map(shared.flatMap((item) => (item[side] ? [[item.scenario, item[side].mean] as const] : [])))
  const [before, after] = [meansOf('a'), meansOf('b')]
  const paired = pairMeans(before, after)
  if (!paired) return []
  const mean = (values: ReadonlyMap<string, number>) =>
    [...values.values()].reduce((sum, value) => sum + value, 0) / values.size
  const isEnough = paired.scenarios >= minRuns && paired.interval !== null
  const interval: MeasureChange['interval'] =
    isEnough && paired.interval ? [-paired.interval[1], -paired.interval[0]] : null
  return [
    {
      name: 'quality',
      a: { n: before.size, mean: mean(before) },
      b: { n: after.size, mean: mean(after) },
      change: 0 - paired.drop,
      interval,
      direction: interval ? directionOf(interval, QUALITY) : 'too_few',
      published: null,
    },
  ]
}

const toSide = ({ n, mean }: Sample) => ({ n, mean })

export function compareOtherMeasures(a: SideMeasures, b: SideMeasures, minRuns: number): MeasureChange[] {
  const of = (name: 'confidence' | 'cost' | 'tokens' | 'duration', more: 1 | -1): MeasureChange[] => {
    const [before, after] = [a[name], b[name]]
    if (!before || !after) return []
    const { change, ...found } = compareMeans(before, after, { more, minRuns, isScore: name === 'confidence' })
    return [{ name, a: toSide(before), b: toSide(after), change: change ?? 0, ...found, published: null }]
  }
  const shares = { a: { yes: a.accepted, n: a.decided }, b: { yes: b.accepted, n: b.decided } }
  const { change, ...accepted } = compareShares(shares.a, shares.b, { more: 1, minRuns })
  const share = ({ yes, n }: { yes: number; n: number }) => ({ n, mean: n === 0 ? 0 : yes / n })
  const published = {
    a: share({ yes: a.published, n: a.runs }),
    b: share({ yes: b.published, n: b.runs }),
  }
  return [
    ...of('confidence', 1),
    ...(change === null
      ? []
      : [{ name: 'accepted' as const, a: share(shares.a), b: share(shares.b), change, ...accepted, published }]),
    ...of('cost', -1),
    ...of('tokens', -1),
    ...of('duration', -1),
  ]
}

type Sizes = { a: number; b: number }

export function toComparedFailure({ a, b, ...group }: FailureRow, sizes: Sizes, minRuns: number): ComparedFailure {
  const { direction } = compareShares({ yes: a, n: sizes.a }, { yes: b, n: sizes.b }, { more: -1, minRuns })
  const moved = direction === 'worse' || direction === 'better' ? direction : 'same'
  return {
    ...group,
    failureClass: failureClass.parse(group.failureClass),
    a: { runs: a, of: sizes.a },
    b: { runs: b, of: sizes.b },
    state: sizes.a === 0 || sizes.b === 0 ? 'missing' : a === 0 ? 'new' : b === 0 ? 'gone' : moved,
  }
}

/** Compares nodes by name, largest change in failures first. */
export function compareNodes(rows: readonly NodeRow[], minRuns: number): ComparedNode[] {
  const find = (place: number, node: string) => {
    const row = rows.find((candidate) => candidate.place === place && candidate.node === node)
    if (!row) return null
    const { runs, failed, durationMs, tokens } = row
    return { runs, failed, durationMs, tokens }
  }
  const share = (side: ComparedNode['a']) => (side ? side.failed / side.runs : 0)
  return [...new Set(rows.map(({ node }) => node))]
    .map((node): ComparedNode => {
      const [a, b] = [find(1, node), find(2, node)]
      if (!a || !b) return { node, a, b, state: 'missing' }
      const { direction } = compareShares(
        { yes: a.failed, n: a.runs },
        { yes: b.failed, n: b.runs },
        { more: -1, minRuns },
      )
      return { node, a, b, state: direction === 'worse' || direction === 'better' ? direction : 'same' }
    })
    .toSorted((x, y) => Math.abs(share(y.b) - share(y.a)) - Math.abs(share(x.b) - share(x.a)))
}

/**
 * Compares every scenario, largest drop first, followed by those of one version only. Each mean comes with the run that shows the
 * difference best: the lowest of the lower version, the highest of the other.
 */
export function pairScenarios(rows: readonly ScenarioRow[]): ComparedScenario[] {
  const byScenario = Map.groupBy(rows, ({ scenario }) => scenario)
  return [...byScenario]
    .map(([scenario, sides]): ComparedScenario => {
      const [a, b] = [sides.find(({ place }) => place === 1), sides.find(({ place }) => place === 2)]
      const change = a && b ? b.mean - a.mean : null
      const isLower = change === null || change <= 0
      return {
        scenario,
        a: a ? toPairSide(a, !isLower) : null,
        b: b ? toPairSide(b, isLower) : null,
        change,
        state:
          change === null
            ? 'missing'
            : change < -VISIBLE_CHANGE
              ? 'worse'
              : change > VISIBLE_CHANGE
                ? 'better'
                : 'same',
      }
    })
    .toSorted((x, y) => (x.change ?? 2) - (y.change ?? 2) || byName(x.scenario, y.scenario))
}

function toPairSide({ runs, mean, lowest, low, highest, high }: ScenarioRow, isLower: boolean) {
  return { runs, mean, runId: isLower ? lowest : highest, score: isLower ? low : high }
}
