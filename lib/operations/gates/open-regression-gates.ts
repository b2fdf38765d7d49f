import type { Tx } from '@/lib/db/client'
import { judgeDrop } from '@/lib/engine/regression/judge-drop'
import { newestVersion } from '@/lib/engine/regression/served-version'
import type { Sample } from '@/lib/engine/stats/sample'
import { type ChainVersionRow, listChainVersions, priorOf } from './chain-versions'
import { insertGates, type NewGate, type OpenedGate } from './insert-gates'
import { loadSample } from './load-side'

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
  const due: NewGate[] = []
  for (const chain of input.chains) {
    const own = versions.filter((row) => row.chainId === chain.id)
    const current = newestVersion(own)
    const isDue = current && !current.asked && current.state === 'live' && input.versionIds.includes(current.id)
    const gate = isDue ? await askIfWorse(tx, input.projectId, chain, own, current) : null
    if (gate) due.push(gate)
  }
  return insertGates(tx, input.projectId, due, input.now)
}

async function askIfWorse(
  tx: Tx,
  projectId: string,
  chain: GatedChain,
  versions: ChainVersionRow[],
  current: ChainVersionRow,
): Promise<NewGate | null> {
  const prior = priorOf(versions, current)
  if (!prior) return null
  const sample = await loadSample(tx, projectId, current.id)
  if (!sample || sample.n < chain.minLiveRuns) return null
  const before = await loadSample(tx, projectId, prior.id)
  const policy = { threshold: chain.regressionThreshold, minLiveRuns: chain.minLiveRuns }
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
