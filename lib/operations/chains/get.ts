import { type ChainEfficiency, type ChainView, getChain as contract, type VersionView } from '@/lib/contracts/chains'
import type { Db, Tx } from '@/lib/db/client'
import { confirmedFall } from '@/lib/engine/regression/compare-measures'
import { summariseMeasured } from '@/lib/engine/regression/measured-factors'
import { compareVersions, newestVersion, servedVersion } from '@/lib/engine/regression/versions'
import { type BoundedRun, findEfficiencyLimit } from '@/lib/engine/trace/score-trace'
import { type ChainLevels, effectiveOf, joinLevels, LEVEL_COLUMNS } from '../configuration/levels'
import { notFound } from '../errors'
import { operation } from '../operation'
import { toMean } from '../overview/sums'
import { pairsOf, pairsOfOne } from '../versions/alike'
import { type Compared, loadCompared } from '../versions/compared'
import { type ChainRow, loadChainRows, loadVersionRows, type VersionRow } from '../versions/rows'
import { priorOf, priorsOf } from '../versions/serving'
import { type ChainSamples, driftUpTo, judgeVersion, samplesOf } from '../versions/statistics'
import { estimateVersionsShareGood } from '../versions/true-share-good'

export const getChain = operation(contract, async (ctx, { chain }) => {
  const { view, versions } = await loadNamed(ctx.db, ctx.project.id, chain)
  const served = versions.filter(({ state }) => state !== 'candidate')
  return {
    chain: view,
    efficiencyLimit: await findChainEfficiency(ctx.db, ctx.project.id, chain),
    shareGood: await estimateVersionsShareGood(ctx.db, ctx.project.id, served),
  }
})

type LoadedChain = { view: ChainView; versions: VersionRow[] }

/** Loads the chain with this name, or those with these ids in their order, each with its versions. */
export async function loadChains(
  db: Db | Tx,
  projectId: string,
  only: string | readonly string[],
): Promise<LoadedChain[]> {
  const found = await loadChainRows(db, projectId, only)
  const chains = typeof only === 'string' ? found : only.flatMap((id) => found.find((chain) => chain.id === id) ?? [])
  if (chains.length === 0) return []
  const versions = await loadVersionRows(
    db,
    projectId,
    chains.map((chain) => chain.id),
  )
  const byChain = Map.groupBy(versions, (version) => version.chainId)
  const compared = await loadCompared(
    db,
    projectId,
    chains.flatMap((chain) =>
      (typeof only === 'string' ? pairsOf : pairsOfOne)(chain, highestFirst(byChain.get(chain.id) ?? [])),
    ),
  )
  return chains.map((chain) => {
    const own = byChain.get(chain.id) ?? []
    return { view: toChainView(chain, own, compared), versions: own }
  })
}

/** Sorts the versions of a chain as {@link pairsOf} expects them. */
export const highestFirst = (rows: readonly VersionRow[]) =>
  rows.toSorted((a, b) => compareVersions(b.version, a.version))

async function loadNamed(db: Db | Tx, projectId: string, name: string): Promise<LoadedChain> {
  const [chain] = await loadChains(db, projectId, name)
  if (!chain) throw notFound('chain')
  return chain
}

/** Loads a chain by name. @throws not_found */
export async function loadChain(db: Db | Tx, projectId: string, name: string): Promise<ChainView> {
  return (await loadNamed(db, projectId, name)).view
}

/** Maps a chain with its versions, newest first, each judged against the version before it. */
export function toChainView(chain: ChainRow, rows: readonly VersionRow[], compared: Compared): ChainView {
  const versions = highestFirst(rows)
  const served = servedVersion(versions)
  const newest = newestVersion(versions)
  const samples = samplesOf(chain, versions, compared)
  const priors = priorsOf(versions)
  return {
    name: chain.name,
    profile: chain.profile,
    maxAttempts: chain.maxAttempts,
    regressionThreshold: chain.regressionThreshold,
    minLiveRuns: chain.minLiveRuns,
    gateHours: chain.gateHours,
    gateQuorum: chain.gateQuorum,
    servedVersion: served?.version ?? null,
    newestVersion: newest?.version ?? null,
    runs: versions.reduce((total, version) => total + version.runs, 0),
    lastRunAt: chain.lastRunAt?.toISOString() ?? null,
    drift: newest && driftUpTo(samples, newest.id),
    versions: versions.map((version) =>
      toVersionView(version, priors.get(version) ?? null, samples, version.id === served?.id),
    ),
  }
}

/** Loads one version as {@link toChainView} maps it, with its sums, without judging the others; null if it does not exist. */
export async function findVersionView(
  db: Db | Tx,
  projectId: string,
  chain: ChainRow,
  name: string,
): Promise<{ view: VersionView; row: VersionRow } | null> {
  const rows = await loadVersionRows(db, projectId, [chain.id])
  const version = rows.find((row) => row.version === name)
  if (!version) return null
  const isServed = servedVersion(rows)?.id === version.id
  const prior = priorOf(rows, version)
  const pairs = prior ? [{ current: version, prior, weights: chain.traceWeights }] : []
  const samples = samplesOf(chain, rows, await loadCompared(db, projectId, pairs))
  return { view: toVersionView(version, prior, samples, isServed), row: version }
}

function toVersionView(
  version: VersionRow,
  prior: VersionRow | null,
  samples: ChainSamples,
  isServed: boolean,
): VersionView {
  const { verdict, word, delta, odds, comparedOn } = judgeVersion(samples, version.id, prior?.id ?? null)
  return {
    version: version.version,
    state: version.state === 'live' && !isServed ? 'superseded' : version.state,
    served: isServed,
    publishedAt: version.publishedAt.toISOString(),
    publishedBy: version.publishedBy,
    gate: version.gate,
    hasContract: version.hasContract,
    hasCriteria: version.hasCriteria,
    liveRuns: version.liveRuns,
    runs: version.runs,
    quality: toMean(version.scored, version.sum, version.squares),
    measured: summariseMeasured(version, version.enough),
    verdict,
    word,
    delta,
    comparedWith: prior?.version ?? null,
    comparedOn,
    odds,
    confidenceFall: confirmedFall(
      samples.confidenceOf(prior?.id ?? null),
      samples.confidenceOf(version.id),
      samples.policy.minLiveRuns,
    ),
  }
}

/** Number of latest live runs examined. */
const LOOKED_AT = 200

type Row = ChainLevels & { id: string; profile: string; minLiveRuns: number }

/**
 * If efficiency alone keeps every run of a chain below the good band, the median efficiency to use as a reference. Null for
 * other profiles, when a reference is set, and with fewer runs than a verdict needs.
 */
async function findChainEfficiency(db: Db | Tx, projectId: string, name: string): Promise<ChainEfficiency | null> {
  const [chain] = await db.$queryRaw<Row[]>`
    SELECT c.id, c.profile, c.min_live_runs AS "minLiveRuns", ${LEVEL_COLUMNS}
    FROM chain c ${joinLevels(projectId)} WHERE c.project_id = ${projectId}::uuid AND c.name = ${name}`
  if (chain?.profile !== 'stratt') return null
  const { stratt_weights, efficiency_reference } = effectiveOf(chain)
  if (efficiency_reference !== 1) return null
  const runs = await db.$queryRaw<BoundedRun[]>`
    SELECT efficiency, "isHeldToOutputs" FROM (
      SELECT (factors ->> 'efficiency')::float8 AS efficiency, factors ->> 'completeness' IS NOT NULL AS "isHeldToOutputs"
      FROM run_summary
      WHERE project_id = ${projectId}::uuid AND chain_id = ${chain.id}::uuid AND kind = 'live' AND profile = 'stratt'
      ORDER BY occurred_at DESC, id DESC LIMIT ${LOOKED_AT}) s WHERE efficiency IS NOT NULL`
  if (runs.length < chain.minLiveRuns) return null
  const limit = findEfficiencyLimit(runs, stratt_weights)
  return limit && { ...limit, median: Math.max(0.01, Number(limit.median.toFixed(2))) }
}
