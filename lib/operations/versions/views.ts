import type { ChainView, VersionView } from '@/lib/contracts/chains'
import type { Db, Tx } from '@/lib/db/client'
import { confirmedFall } from '@/lib/engine/regression/compare-measures'
import { summariseMeasured } from '@/lib/engine/regression/measured-factors'
import { compareVersions, newestVersion, servedVersion } from '@/lib/engine/regression/versions'
import { notFound } from '../errors'
import { meanOfScores, toMean } from '../overview/sums'
import { pairsOf, pairsOfOne } from './alike'
import { type Compared, loadCompared } from './compared'
import { type ChainRow, loadChainRows, loadVersionRows, type VersionRow } from './rows'
import { priorOf, priorsOf } from './serving'
import { type ChainSamples, driftUpTo, judgeVersion, samplesOf } from './statistics'

type LoadedChain = { view: ChainView; versions: VersionRow[] }

/** Loads the chain with this name, or those with these ids in their order, each with its versions; `viewed` as in {@link toChainView}. */
export async function loadChains(
  db: Db | Tx,
  projectId: string,
  only: string | readonly string[],
  viewed: Viewed = 'every',
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
    { alone: [...byChain.values()].flatMap((own) => newestVersion(own)?.id ?? []) },
  )
  return chains.map((chain) => {
    const own = byChain.get(chain.id) ?? []
    return { view: toChainView(chain, own, compared, viewed), versions: own }
  })
}

/** Sorts the versions of a chain as {@link pairsOf} expects them. */
export const highestFirst = (rows: readonly VersionRow[]) =>
  rows.toSorted((a, b) => compareVersions(b.version, a.version))

/** Loads a chain by name, with its versions. @throws not_found */
export async function loadNamedChain(db: Db | Tx, projectId: string, name: string): Promise<LoadedChain> {
  const [chain] = await loadChains(db, projectId, name)
  if (!chain) throw notFound('chain')
  return chain
}

/** Loads a chain by name. @throws not_found */
export async function loadChain(db: Db | Tx, projectId: string, name: string): Promise<ChainView> {
  return (await loadNamedChain(db, projectId, name)).view
}

/** Which versions of a chain are judged and contained in its view: judging takes most of the time of a list. */
type Viewed = 'every' | 'newest'

/** Maps a chain with every version, newest first, or the newest alone, each judged against the version before it. */
export function toChainView(
  chain: ChainRow,
  rows: readonly VersionRow[],
  compared: Compared,
  viewed: Viewed = 'every',
): ChainView {
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
    versions: (viewed === 'every' ? versions : versions.filter((version) => version === newest)).map((version) =>
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
  const samples = samplesOf(chain, rows, await loadCompared(db, projectId, pairs, { alone: [version.id] }))
  return { view: toVersionView(version, prior, samples, isServed), row: version }
}

function toVersionView(
  version: VersionRow,
  prior: VersionRow | null,
  samples: ChainSamples,
  isServed: boolean,
): VersionView {
  const { verdict, word, delta, odds, comparedOn } = judgeVersion(samples, version.id, prior?.id ?? null)
  const confidence = samples.confidenceOf(version.id)
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
    confidence: confidence === undefined ? null : meanOfScores(confidence),
    confidenceFall: confirmedFall(
      samples.confidenceOf(prior?.id ?? null) ?? null,
      confidence ?? null,
      samples.policy.minLiveRuns,
    ),
  }
}
