import { type ComparedScenario, compareVersions as contract, type VersionComparison } from '@/lib/contracts/comparisons'
import { compareProfiles } from '@/lib/engine/regression/compare-sides'
import { servedVersion } from '@/lib/engine/regression/versions'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/descriptive'
import { VISIBLE_CHANGE } from '@/lib/presentation/format/number'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'
import { operation } from '../operation'
import { onlyOf } from '../versions/alike'
import { loadCompared } from '../versions/compared'
import { loadEngines } from '../versions/engines'
import { loadEvaluatorsAlone } from '../versions/evaluators-alone'
import { type ChainRow, loadChainRows, loadVersionRows, type VersionRow } from '../versions/rows'
import { type DotRow, loadSide, profilesOf } from '../versions/samples'
import { judgeVersion, samplesOf, toFactors } from '../versions/statistics'
import {
  compareNodes,
  compareOtherMeasures,
  compareQuality,
  compareSharedQuality,
  isShared,
  pairScenarios,
  rankingOf,
  toComparedFailure,
} from './differences'
import {
  type Compared,
  loadFailures,
  loadLowest,
  loadMeasures,
  loadNodes,
  loadScenarios,
  type Ranking,
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
    ...(sameScenarios
      ? compareSharedQuality(byQuality.filter(isShared), chain.minLiveRuns)
      : compareQuality(judged.samples, judged.verdict.odds, chain.minLiveRuns)),
    ...compareOtherMeasures(measuresOfA, measuresOfB, chain.minLiveRuns),
  ]
  const rankedBy = rankingOf(measures, byQuality)
  const scenarios = rankedBy === 'quality' ? byQuality : pairScenarios(await loadScenarios(ctx.db, all, rankedBy))
  const shared = scenarios.filter(isShared)
  const [{ dots: dotsOfA }, { dots: dotsOfB }, engineWarnings] = await Promise.all([
    loadSide(ctx.db, projectId, before),
    loadSide(ctx.db, projectId, after),
    loadEngines(ctx.db, projectId, all.versionIds),
  ])
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
      warnings: [
        ...engineWarnings(before, after),
        ...compareProfiles(
          { version: before.version, profiles: profilesOf(dotsOfA) },
          { version: after.version, profiles: profilesOf(dotsOfB) },
        ),
      ],
      rankedBy,
      measures,
      factors: toFactors(dotsOfA.filter(isMeant), dotsOfB.filter(isMeant)),
      failures: (await loadFailures(ctx.db, compared)).map((row) => toComparedFailure(row, sizes, chain.minLiveRuns)),
      nodes: compareNodes(await loadNodes(ctx.db, compared), chain.minLiveRuns),
      scenarios: (sameScenarios ? shared : scenarios).slice(0, limit),
      worst: await worstPairs(ctx, shared, all, rankedBy, measuresOfA[rankedBy]),
    },
  }
})

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
