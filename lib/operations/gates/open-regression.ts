import type { Tx } from '@/lib/db/client'
import { judgeDrop } from '@/lib/engine/regression/regression-posterior'
import { servedVersion } from '@/lib/engine/regression/versions'
import type { Sample } from '@/lib/engine/stats/descriptive'
import { loadSamples } from '../versions/samples'
import { type ChainVersionRow, listChainVersions, priorOf } from '../versions/serving'
import { insertGates, type NewGate, type OpenedGate } from './insert'
import type { VersionMove } from './outcome'
import type { StoredGate } from './store'

type GatedChain = {
  id: string
  name: string
  regressionThreshold: number
  minLiveRuns: number
  gateHours: number
  gateQuorum: number
}
type OpenRegressionInput = {
  projectId: string
  chains: readonly GatedChain[]
  now: Date
}

/**
 * Opens a gate on what each of these chains serves, where it turns out worse than the version before it. Ask whenever runs
 * came in or what serves or stands before it has moved. A version is asked about once: after a decision a person may ask
 * again, the machine does not.
 */
export async function openRegressionGates(tx: Tx, input: OpenRegressionInput): Promise<OpenedGate[]> {
  if (input.chains.length === 0) return []
  const versions = await listChainVersions(
    tx,
    input.projectId,
    input.chains.map((chain) => chain.id),
  )
  const asked = input.chains.flatMap((chain) => {
    const own = versions.filter((row) => row.chainId === chain.id)
    const current = servedVersion(own)
    const prior = current && !current.asked ? priorOf(own, current) : null
    return current && prior ? [{ chain, current, prior }] : []
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
    question: `${formatMeans(sample, before)} Keep ${current.version}, or go back to ${prior.version}?`,
    openedBy: 'Regression check',
    hours: chain.gateHours,
    quorum: chain.gateQuorum,
  }
}

function formatMeans(current: Sample, prior: Sample): string {
  return `The mean of ${current.n} live runs is ${current.mean.toFixed(2)}, after ${prior.mean.toFixed(2)} over ${prior.n}.`
}

/**
 * Where an outcome moved a version, another one may serve, or be compared with a better one than before: a regression that
 * shows only now is asked about at once. The last thing an outcome does, since others wait for the audit log from here on.
 */
export async function openGateIfRegressed(
  tx: Tx,
  { projectId, chainId }: StoredGate,
  move: VersionMove | null,
  now: Date,
): Promise<void> {
  if (!move || move.before.versionState === move.after.versionState) return
  const chain = await tx.chain.findUniqueOrThrow({ where: { projectId_id: { projectId, id: chainId } } })
  await openRegressionGates(tx, { projectId, chains: [chain], now })
}
