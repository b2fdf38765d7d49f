import type { Tx } from '@/lib/db/client'
import { judgeDrop } from '@/lib/engine/regression/judge-drop'
import { newestVersion } from '@/lib/engine/regression/served-version'
import type { Sample } from '@/lib/engine/stats/sample'
import { type ChainVersionRow, listChainVersions, priorOf } from './chain-versions'
import { insertGates, type NewGate, type OpenedGate } from './insert-gates'
import { loadSamples } from './load-side'

export type GatedChain = {
  id: string
  name: string
  regressionThreshold: number
  minLiveRuns: number
  gateHours: number
  gateQuorum: number
}
export type OpenRegressionInput = {
  projectId: string
  chains: readonly GatedChain[]
  versionIds: readonly string[]
  now: Date
}

/**
 * Opens a gate on each touched version that turns out worse than the one before it. Only the latest version of a chain is
 * asked about, candidates aside, while it is live, and once: after a decision a person may ask again, the machine does not.
 */
export async function openRegressionGates(tx: Tx, input: OpenRegressionInput): Promise<OpenedGate[]> {
  if (input.versionIds.length === 0) return []
  const versions = await listChainVersions(
    tx,
    input.projectId,
    input.chains.map((chain) => chain.id),
  )
  const asked = input.chains.flatMap((chain) => {
    const own = versions.filter((row) => row.chainId === chain.id)
    const current = newestVersion(own)
    const isDue = current && !current.asked && current.state === 'live' && input.versionIds.includes(current.id)
    const prior = isDue ? priorOf(own, current) : null
    return isDue && prior ? [{ chain, current, prior }] : []
  })
  const ids = asked.flatMap(({ current, prior }) => [current.id, prior.id])
  const samples = await loadSamples(tx, input.projectId, ids)
  const due = asked.flatMap((pair) => askIfWorse(pair, samples) ?? [])
  return insertGates(tx, input.projectId, due, input.now)
}

type AskedPair = { chain: GatedChain; current: ChainVersionRow; prior: ChainVersionRow }

function askIfWorse({ chain, current, prior }: AskedPair, samples: ReadonlyMap<string, Sample>): NewGate | null {
  const [sample, before] = [samples.get(current.id), samples.get(prior.id)]
  const policy = { threshold: chain.regressionThreshold, minLiveRuns: chain.minLiveRuns }
  if (!sample || sample.n < chain.minLiveRuns) return null
  if (!before || judgeDrop(before, sample, policy).verdict !== 'regression') return null
  return {
    kind: 'regression',
    chainId: chain.id,
    versionId: current.id,
    priorVersionId: prior.id,
    runId: null,
    title: `${chain.name} ${current.version} is worse than ${prior.version}`,
    question: `${tellMeans(sample, before)} Keep ${current.version}, or go back to ${prior.version}?`,
    openedBy: 'Regression check',
    hours: chain.gateHours,
    quorum: chain.gateQuorum,
  }
}

function tellMeans(current: Sample, prior: Sample): string {
  return `The mean of ${current.n} live runs is ${current.mean.toFixed(2)}, after ${prior.mean.toFixed(2)} over ${prior.n}.`
}
