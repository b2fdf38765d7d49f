import {
  type ComparedFailure,
  type ComparedNode,
  type ComparedScenario,
  compareVersions as contract,
  type MeasureChange,
  type VersionComparison,
} from '@/lib/contracts/comparisons'
import { failureClass } from '@/lib/contracts/primitives'
import { compareMeans, compareShares, directionOf } from '@/lib/engine/regression/compare-measures'
import { pairMeans } from '@/lib/engine/regression/factor-change'
import { servedVersion } from '@/lib/engine/regression/versions'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/descriptive'
import { VISIBLE_CHANGE } from '@/lib/presentation/format/number'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'
import { byName } from '../natural-order'
import { operation } from '../operation'
import { onlyOf } from '../versions/alike'
import { loadCompared } from '../versions/compared'
import { loadEvaluatorsAlone } from '../versions/evaluators-alone'
import { type ChainRow, loadChainRows, loadVersionRows, type VersionRow } from '../versions/rows'
import { type DotRow, loadSide } from '../versions/samples'
import { judgeVersion, samplesOf, toFactors } from '../versions/statistics'
import {
  type Compared,
  type FailureRow,
  loadFailures,
  loadLowest,
  loadMeasures,
  loadNodes,
  loadScenarios,
  type NodeRow,
  type Ranking,
  type ScenarioRow,
  type SideMeasures,
} from './samples'

const WORST_SHOWN = 3
/** Compares two versions of a chain, in a few bounded statements. */
export const compareVersions = operation(contract, async (ctx, { chain: name, a, b, sameScenarios, limit }) => {
  const judged = await judge(ctx, name, a, b)
  const { chain, before, after, weights } = judged
  const projectId = ctx.project.id
  const alone = await loadEvaluatorsAlone(ctx.db, projectId)
  const all: Compared = { projectId, versionIds: [before.id, after.id], weights, alone, scenarios: null }
  const byQuality = pairScenarios(await loadScenarios(ctx.db, all, 'quality'))
  const named = new Set(byQuality.filter(isShared).map(({ scenario }) => scenario))
  const compared = { ...all, scenarios: sameScenarios ? [...named] : null }
  const [measuresOfA, measuresOfB] = await loadMeasures(ctx.db, compared)
  const measures = [
    ...(sameScenarios ? pairedQuality(byQuality.filter(isShared), chain) : allQuality(judged)),
    ...otherMeasures(measuresOfA, measuresOfB, chain.minLiveRuns),
  ]
  const rankedBy = rankingOf(measures, byQuality)
  const scenarios = rankedBy === 'quality' ? byQuality : pairScenarios(await loadScenarios(ctx.db, all, rankedBy))
  const shared = scenarios.filter(isShared)
  const [dotsOfA, dotsOfB] = await Promise.all(
    [before, after].map(async (version) => (await loadSide(ctx.db, projectId, version)).dots),
  )
  const isMeant = (dot: DotRow) => !sameScenarios || named.has(dot.scenario ?? '')
  const sizes = { a: measuresOfA.runs, b: measuresOfB.runs }
  return {
    comparison: {
      chain: chain.name,
      profile: chain.profile,
      threshold: chain.regressionThreshold,
      minLiveRuns: chain.minLiveRuns,
      a: { ...judged.a, sampled: sizes.a },
      b: { ...judged.b, sampled: sizes.b },
      sameScenarios,
      shared: named.size,
      ...judged.verdict,
      rankedBy,
      measures,
      factors: toFactors((dotsOfA ?? []).filter(isMeant), (dotsOfB ?? []).filter(isMeant)),
      failures: (await loadFailures(ctx.db, compared)).map((row) => toFailure(row, sizes, chain.minLiveRuns)),
      nodes: toNodes(await loadNodes(ctx.db, compared), chain.minLiveRuns),
      scenarios: (sameScenarios ? shared : scenarios).slice(0, limit),
      worst: await worstPairs(ctx, shared, all, rankedBy, measuresOfA[rankedBy]),
    },
  }
})

const isShared = ({ a, b }: ComparedScenario) => a !== null && b !== null

/** Ranks runs by confidence if quality shows no difference between the versions and confidence may. */
function rankingOf(measures: readonly MeasureChange[], byQuality: readonly ComparedScenario[]): Ranking {
  const directionIn = (name: Ranking) => measures.find((measure) => measure.name === name)?.direction
  const isTold = (direction: string | undefined) => direction === 'worse' || direction === 'better'
  if (directionIn('confidence') === undefined || isTold(directionIn('quality'))) return 'quality'
  const differs = byQuality.some(({ state }) => state === 'worse' || state === 'better')
  return isTold(directionIn('confidence')) || !differs ? 'confidence' : 'quality'
}

type Judged = {
  chain: ChainRow
  before: VersionRow
  after: VersionRow
  a: Omit<VersionComparison['a'], 'sampled'>
  b: Omit<VersionComparison['b'], 'sampled'>
  weights: Compared['weights']
  verdict: Pick<VersionComparison, 'verdict' | 'word' | 'odds' | 'comparedOn'>
  samples: { a: Sample | null; b: Sample | null }
}

/** Judges the versions on comparable scores. @throws not_found for an unknown chain or version */
async function judge(ctx: ProjectContext, name: string, a: string, b: string): Promise<Judged> {
  const [chain] = await loadChainRows(ctx.db, ctx.project.id, name)
  if (!chain) throw notFound('chain')
  const rows = await loadVersionRows(ctx.db, ctx.project.id, [chain.id])
  const [before, after] = [a, b].map((version) => rows.find((row) => row.version === version))
  if (!before || !after) throw notFound('chain version')
  const pair = { current: after, prior: before, weights: chain.traceWeights }
  const compared = await loadCompared(ctx.db, ctx.project.id, before.id === after.id ? [] : [pair])
  const alike = compared.alikeOf(after.id, before.id)
  const { verdict, word, odds, comparedOn } = judgeVersion(samplesOf(chain, rows, compared), after.id, before.id)
  const served = servedVersion(rows)
  const sideOf = (row: VersionRow) => ({
    version: row.version,
    state: row.state === 'live' && row.id !== served?.id ? ('superseded' as const) : row.state,
    liveRuns: row.liveRuns,
  })
  return {
    chain,
    before,
    after,
    a: sideOf(before),
    b: sideOf(after),
    weights: comparedOn && onlyOf(chain.traceWeights, comparedOn),
    verdict: { verdict, word, odds, comparedOn },
    samples: alike ? { a: alike.prior, b: alike.current } : { a: sampleOfRow(before), b: sampleOfRow(after) },
  }
}

const sampleOfRow = ({ scored, sum, squares }: VersionRow) => sampleOfSums(scored, sum, squares)

const QUALITY = { more: 1, name: 'quality' } as const

/** Compares the quality of all live runs, with the interval that the odds are based on. */
function allQuality({ samples: { a, b }, verdict: { odds }, chain }: Judged): MeasureChange[] {
  if (!a || !b) return []
  const found = compareMeans(a, b, { ...QUALITY, minRuns: chain.minLiveRuns, isScore: true })
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
function pairedQuality(shared: readonly ComparedScenario[], { minLiveRuns }: ChainRow): MeasureChange[] {
  const meansOf = (side: 'a' | 'b') =>
    new Map(shared.flatMap((item) => (item[side] ? [[item.scenario, item[side].mean] as const] : [])))
  const [before, after] = [meansOf('a'), meansOf('b')]
  const paired = pairMeans(before, after)
  if (!paired) return []
  const mean = (values: ReadonlyMap<string, number>) =>
    [...values.values()].reduce((sum, value) => sum + value, 0) / values.size
  const isEnough = paired.scenarios >= minLiveRuns && paired.interval !== null
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

function otherMeasures(a: SideMeasures, b: SideMeasures, minRuns: number): MeasureChange[] {
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

function toFailure({ a, b, ...group }: FailureRow, sizes: Sizes, minRuns: number): ComparedFailure {
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
function toNodes(rows: readonly NodeRow[], minRuns: number): ComparedNode[] {
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
function pairScenarios(rows: readonly ScenarioRow[]): ComparedScenario[] {
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

/**
 * Returns the pairs to open first: the scenarios that dropped most, or without shared scenarios the lowest runs beside a typical one of the
 * baseline.
 */
async function worstPairs(
  ctx: ProjectContext,
  shared: readonly ComparedScenario[],
  compared: Compared,
  rankedBy: Ranking,
  baseline: Sample | null,
): Promise<VersionComparison['worst']> {
  const fallen = shared.flatMap(({ scenario, a, b, change, state }) =>
    a && b && state === 'worse' ? [{ scenario, a: a.runId, b: b.runId, clientId: null, change }] : [],
  )
  if (shared.length > 0) return fallen.slice(0, WORST_SHOWN)
  const { usual, lowest } = await loadLowest(ctx.db, compared, rankedBy, baseline?.mean ?? null)
  if (!usual) return []
  return lowest.flatMap(({ id, clientId, score }) => {
    const change = score - usual.score
    return change < -VISIBLE_CHANGE ? [{ scenario: null, a: usual.id, b: id, clientId, change }] : []
  })
}
