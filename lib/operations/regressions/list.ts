import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { listRegressions as contract, type Regression } from '@/lib/contracts/regressions'
import type { Db, Tx } from '@/lib/db/client'
import { pairMeans } from '@/lib/engine/regression/factor-change'
import type { TraceWeights } from '@/lib/engine/trace/score-trace'
import type { ProjectContext, ProjectRef } from '../context'
import { notFound } from '../errors'
import { gateUrl } from '../gates/store'
import { operation } from '../operation'
import { driftPairs, onlyOf, pairsOfOne } from '../versions/alike'
import { loadCompared } from '../versions/compared'
import { type ChainRow, loadChainRows, loadVersionRows } from '../versions/rows'
import { type DotRow, MAX_DOTS } from '../versions/samples'
import {
  type ChainSamples,
  compareScenarios,
  driftUpTo,
  samplesOf,
  scenarioMeans,
  toFactors,
} from '../versions/statistics'
import { highestFirst, toChainView } from '../versions/views'

const SHOWN = 500

type Dots = Awaited<ReturnType<typeof latestDots>>
type MeansOf = Awaited<ReturnType<typeof scenarioMeans>>
type Compared = {
  chain: ChainView
  version: VersionView
  prior: VersionView | undefined
  ids: Ids
  samples: ChainSamples
  /** The weights of the factors that both are compared on; null for the stored scores. */
  weights: TraceWeights | null
}
type Ids = { current: string | undefined; prior: string | undefined }

/** Compares every chain's newest version, candidates aside, with the one before it, in a few statements. */
export const listRegressions = operation(contract, async (ctx, input) => {
  const compared = await findCompared(ctx, input)
  const ids = compared.flatMap((item) => [item.ids.current ?? [], item.ids.prior ?? []].flat())
  const dots = await latestDots(ctx.db, ctx.project.id, ids)
  const weights = new Map(compared.flatMap(({ ids, weights }) => [ids.current, ids.prior].map((id) => [id, weights])))
  const meansOf = await scenarioMeans(ctx.db, ctx.project.id, ids, (id) => weights.get(id) ?? null)
  return { regressions: compared.map((item) => toRegression(ctx.project, item, dots, meansOf)) }
})

type Named = { chain?: string | undefined; version?: string | undefined }

async function findCompared(ctx: ProjectContext, named: Named): Promise<Compared[]> {
  const chains = await loadChainRows(ctx.db, ctx.project.id, named.chain)
  if (named.chain !== undefined && chains.length === 0) throw notFound('chain')
  const rows = await loadVersionRows(
    ctx.db,
    ctx.project.id,
    chains.map(({ id }) => id),
  )
  const byChain = Map.groupBy(rows, ({ chainId }) => chainId)
  const ownOf = (row: ChainRow) => byChain.get(row.id) ?? []
  const loaded = await loadCompared(
    ctx.db,
    ctx.project.id,
    chains.flatMap((row) => {
      const own = highestFirst(ownOf(row))
      const asked = own.find(({ version }) => version === named.version)
      return [...pairsOfOne(row, own, named.version), ...(asked ? driftPairs(row, own, asked) : [])]
    }),
    // Every chain is judged as on its own page; the confidence is not part of the answer.
    { scenarioPairs: Number.POSITIVE_INFINITY, confidencePairs: 0 },
  )
  return chains.flatMap((row) => {
    const own = ownOf(row)
    const idOf = (name: string | undefined) => own.find(({ version }) => version === name)?.id
    const chain = toChainView(row, own, loaded)
    const version = chain.versions.find((view) => view.version === (named.version ?? chain.newestVersion))
    if (!version && named.version !== undefined) throw notFound('chain version')
    if (!version) return []
    const prior = chain.versions.find((view) => view.version === version.comparedWith)
    const ids = { current: idOf(version.version), prior: idOf(prior?.version) }
    const weights = version.comparedOn && onlyOf(row.traceWeights, version.comparedOn)
    return [{ chain, version, prior, ids, weights, samples: samplesOf(row, own, loaded) }]
  })
}

function toRegression(project: ProjectRef, compared: Compared, dots: Dots, meansOf: MeansOf): Regression {
  const { chain, version, prior, ids, samples } = compared
  const means = { prior: meansOf(ids.prior), current: meansOf(ids.current) }
  const before = dots.get(ids.prior ?? '') ?? []
  const after = dots.get(ids.current ?? '') ?? []
  return {
    chain: chain.name,
    version: version.version,
    state: version.state,
    verdict: version.verdict,
    word: version.word,
    comparedOn: version.comparedOn,
    threshold: chain.regressionThreshold,
    minLiveRuns: chain.minLiveRuns,
    profile: chain.profile,
    delta: version.delta,
    probability: version.odds,
    prior: prior ? toSide(prior) : null,
    current: toSide(version),
    factors: prior ? toFactors(before, after) : [],
    scenarios: prior ? compareScenarios(means.prior, means.current).slice(0, SHOWN) : [],
    paired: prior ? pairMeans(means.prior, means.current) : null,
    drift: ids.current === undefined ? null : driftUpTo(samples, ids.current),
    gate: version.gate && { ...version.gate, url: gateUrl(project, version.gate.id) },
  }
}

const toSide = ({ version, quality, measured }: VersionView) => ({ version, ...quality, measured })

type LatestDot = Pick<DotRow, 'factors'>

/** Loads the latest live runs of each of these versions, in one statement. */
async function latestDots(
  db: Db | Tx,
  projectId: string,
  versionIds: readonly string[],
): Promise<Map<string, LatestDot[]>> {
  const rows = await db.$queryRaw<(LatestDot & { versionId: string })[]>`
    SELECT v.id AS "versionId", s.factors
    FROM unnest(${versionIds}::uuid[]) AS v(id) CROSS JOIN LATERAL (
      SELECT factors FROM run_summary
      WHERE project_id = ${projectId}::uuid AND version_id = v.id AND kind = 'live'
      ORDER BY occurred_at DESC, id DESC LIMIT ${MAX_DOTS}
    ) s`
  return Map.groupBy(rows, (row) => row.versionId)
}
