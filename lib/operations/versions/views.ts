import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { viewedMost } from '@/lib/contracts/limits'
import type { Db, Tx } from '@/lib/db/client'
import { summariseMeasured } from '@/lib/engine/regression/measured-factors'
import { compareVersions, lowestFirst, newestVersion, servedVersion } from '@/lib/engine/regression/versions'
import { meanOfScores, toMean } from '@/lib/engine/stats/intervals'
import { notFound } from '../errors'
import { mapInTurns } from '../turns'
import { pairsOf, pairsOfOne } from './alike'
import { type Compared, loadCompared } from './compared'
import { type ChainRow, loadChainRows, loadVersionRows, type VersionRow } from './rows'
import { priorOf, priorsOf } from './serving'
import { type ChainSamples, driftUpTo, fallOf, judgeVersion, samplesOf } from './statistics'

type LoadedChain = { view: ChainView; versions: VersionRow[] }

/** Loads the chain with this name, or those with these ids in their order, each with its versions; `viewed` as in {@link toChainView}. */
export async function loadChains(
  db: Db | Tx,
  projectId: string,
  only: string | readonly string[],
  viewed?: Viewed,
): Promise<LoadedChain[]> {
  const found = await loadChainRows(db, projectId, only)
  const byId = new Map(found.map((chain) => [chain.id, chain]))
  const chains = typeof only === 'string' ? found : only.flatMap((id) => byId.get(id) ?? [])
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
  return mapInTurns(chains, (chain) => {
    const own = byChain.get(chain.id) ?? []
    return { view: toChainView(chain, own, compared, viewed), versions: own }
  })
}

/** Sorts the versions of a chain as {@link pairsOf} expects them. */
export const highestFirst = <T extends { version: string }>(rows: readonly T[]): T[] => lowestFirst(rows).reverse()

/** Loads a chain by name, with its versions. @throws not_found */
export async function loadNamedChain(
  db: Db | Tx,
  projectId: string,
  name: string,
  viewed?: Viewed,
): Promise<LoadedChain> {
  const [chain] = await loadChains(db, projectId, name, viewed)
  if (!chain) throw notFound('chain')
  return chain
}

/** Loads a chain by name. @throws not_found */
export async function loadChain(db: Db | Tx, projectId: string, name: string): Promise<ChainView> {
  return (await loadNamedChain(db, projectId, name)).view
}

/**
 * Which versions of a chain are judged and contained in its view, since judging takes most of the time of a list: the newest alone, or so
 * many below a version, by default the highest; or those with these ids.
 */
type Viewed = 'newest' | { most: number; below?: string | undefined } | { ids: ReadonlySet<string> }

type Chosen = {
  page: VersionRow[]
  /** The version that the next page is below; null if there is none. */
  below: string | null
}

/**
 * Chooses the versions of a view from all, the highest first. The first page has also the newest version and the one it is compared with,
 * which can be lower than many candidates; later pages leave them out.
 */
export function chooseViewed(versions: readonly VersionRow[], viewed: Viewed): Chosen {
  const newest = newestVersion(versions)
  if (viewed !== 'newest' && 'ids' in viewed)
    return { page: versions.filter(({ id }) => viewed.ids.has(id)), below: null }
  if (viewed === 'newest') return { page: newest ? [newest] : [], below: null }
  const { most, below } = viewed
  const always = newest ? [newest, priorsOf(versions).get(newest) ?? newest] : []
  const others = versions.filter((version) => !always.includes(version))
  const left = below === undefined ? others : others.filter(({ version }) => compareVersions(version, below) < 0)
  const page = left.slice(0, below === undefined ? Math.max(1, most - new Set(always).size) : most)
  const shown = new Set(below === undefined ? [...always, ...page] : page)
  return {
    page: versions.filter((version) => shown.has(version)),
    below: left.length > page.length ? (page.at(-1)?.version ?? null) : null,
  }
}

/** Maps a chain with these of its versions, the highest first, each judged against the version before it. */
function toChainView(
  chain: ChainRow,
  rows: readonly VersionRow[],
  compared: Compared,
  viewed: Viewed = { most: viewedMost.versions },
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
    versionCount: versions.length,
    lastRunAt: chain.lastRunAt?.toISOString() ?? null,
    drift: newest && driftUpTo(samples, newest.id),
    versions: chooseViewed(versions, viewed).page.map((version) =>
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

/** The mean of a version's live runs, and how many of them were measured enough. */
export const toMeasured = (version: VersionRow) => ({
  quality: toMean(version.scored, version.sum, version.squares),
  measured: summariseMeasured(version, version.enough),
})

/** Maps one version, judged against `prior`. */
export function toVersionView(
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
    ...toMeasured(version),
    verdict,
    word,
    delta,
    comparedWith: prior?.version ?? null,
    comparedOn,
    odds,
    confidence: confidence === undefined ? null : meanOfScores(confidence),
    confidenceFall: fallOf(samples.policy, { current: version, prior }, samples.confidenceOf),
  }
}
