import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { listRegressions as contract, type Regression } from '@/lib/contracts/regressions'
import { pairScenarios } from '@/lib/engine/regression/pair-scenarios'
import { measureDrift } from '@/lib/engine/regression/version-drift'
import { loadChainRows, loadVersionRows } from '../chains/load-chain-rows'
import { toChainView } from '../chains/to-chain-view'
import type { ProjectContext, ProjectRef } from '../context'
import { notFound } from '../errors'
import { gateUrl } from '../gates/gate-url'
import { toFactors } from '../gates/to-factors'
import { operation } from '../operation'
import { compareScenarios } from './compare-scenarios'
import { latestDots } from './latest-dots'

type Dots = Awaited<ReturnType<typeof latestDots>>
type Compared = { chain: ChainView; version: VersionView; prior: VersionView | undefined; ids: Ids }
type Ids = { current: string | undefined; prior: string | undefined }

/** Every chain's newest version against the one before it, in a few statements whatever there is. */
export const listRegressions = operation(contract, async (ctx, input) => {
  const compared = await findCompared(ctx, input)
  const dots = await latestDots(
    ctx.db,
    ctx.project.id,
    compared.flatMap(({ ids }) => [ids.current ?? [], ids.prior ?? []].flat()),
  )
  return { regressions: compared.map((item) => toRegression(ctx.project, item, dots)) }
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
  return chains.flatMap((row) => {
    const own = rows.filter(({ chainId }) => chainId === row.id)
    const idOf = (name: string | undefined) => own.find(({ version }) => version === name)?.id
    const chain = toChainView(row, own)
    const version = chain.versions.find((view) => named.version === undefined || view.version === named.version)
    if (!version && named.version !== undefined) throw notFound('chain version')
    if (!version) return []
    const prior = chain.versions.find((view) => view.version === version.comparedWith)
    return [{ chain, version, prior, ids: { current: idOf(version.version), prior: idOf(prior?.version) } }]
  })
}

function toRegression(project: ProjectRef, { chain, version, prior, ids }: Compared, dots: Dots): Regression {
  const before = dots.get(ids.prior ?? '') ?? []
  const after = dots.get(ids.current ?? '') ?? []
  return {
    chain: chain.name,
    version: version.version,
    state: version.state,
    verdict: version.verdict,
    threshold: chain.regressionThreshold,
    minLiveRuns: chain.minLiveRuns,
    profile: chain.profile,
    delta: version.delta,
    probability: version.odds,
    prior: prior ? { version: prior.version, ...prior.quality } : null,
    current: { version: version.version, ...version.quality },
    factors: prior ? toFactors(before, after) : [],
    scenarios: prior ? compareScenarios(before, after) : [],
    paired: prior ? pairScenarios(scoredOf(before), scoredOf(after)) : null,
    drift: driftOf(chain, version),
    gate: version.gate && { ...version.gate, url: gateUrl(project, version.gate.id) },
  }
}

const scoredOf = <T extends { score: number | null }>(runs: readonly T[]) =>
  runs.filter((run): run is T & { score: number } => run.score !== null)

/** Over the versions up to this one that have a mean; null where it has none, or no other has. */
function driftOf({ versions }: ChainView, version: VersionView): Regression['drift'] {
  if (version.quality.mean === null) return null
  const upToIt = versions.slice(versions.indexOf(version)).toReversed()
  const means = upToIt.flatMap(({ version: name, quality: { mean } }) =>
    mean === null ? [] : [{ version: name, mean }],
  )
  return means.length > 1 ? measureDrift(means) : null
}
