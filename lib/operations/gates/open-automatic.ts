import type { GateOpening } from '@/lib/contracts/gate-evidence'
import type { Db, Tx } from '@/lib/db/client'
import { commonFactors } from '@/lib/engine/regression/measured-factors'
import { dropVerdict } from '@/lib/engine/regression/regression-posterior'
import { servedVersion } from '@/lib/engine/regression/versions'
import type { Sample } from '@/lib/engine/stats/descriptive'
import { askAboutDrop, askAboutEscalation } from '@/lib/presentation/gate-questions'
import { loadWeights } from '../configuration/levels'
import { announce } from '../live/changes'
import { type AlikeOf, loadAlike } from '../versions/alike'
import type { ChainRow } from '../versions/rows'
import { type CountedSample, loadSamples } from '../versions/samples'
import { type ChainVersionRow, listChainVersions, priorOf } from '../versions/serving'
import { insertGates, type NewGate } from './insert'
import { findJoined, joinPendingGates } from './joined-runs'
import type { VersionMove } from './outcome'
import type { StoredGate } from './store'
import { loadScores } from './version-evidence'

type GatedChain = Pick<ChainRow, 'id' | 'name' | 'regressionThreshold' | 'minLiveRuns' | 'gateHours' | 'gateQuorum'>
type OpenRegressionInput = {
  projectId: string
  chains: readonly GatedChain[]
  now: Date
}

/**
 * Opens a gate for the served version of each chain that turns out worse than the version before it. Call it whenever runs
 * arrived, or the served or preceding version changed. Each version gets one such gate: while a decision on it stands, only a
 * person may open another.
 */
export async function openRegressionGates(tx: Tx, { projectId, chains, now }: OpenRegressionInput): Promise<void> {
  if (chains.length === 0) return
  const versions = await listChainVersions(
    tx,
    projectId,
    chains.map((chain) => chain.id),
  )
  await insertGates(tx, projectId, await findRegressions(tx, projectId, chains, versions), now)
}

/** The gates that the regression check asks for where these are the versions of these chains. */
async function findRegressions(
  db: Db | Tx,
  projectId: string,
  chains: readonly GatedChain[],
  versions: readonly ChainVersionRow[],
): Promise<NewGate[]> {
  const due: NewGate[] = []
  for (const { pair, compared } of await findWorse(db, projectId, chains, versions)) {
    const gate = await toRegressionGate(db, projectId, pair, compared)
    if (gate) due.push(gate)
  }
  return due
}

type WorseVersion = { pair: AskedPair; compared: ComparedSides }

/** The served versions of these chains, of which nothing has been asked yet, that the rule calls worse than the ones before. */
export async function findWorse(
  db: Db | Tx,
  projectId: string,
  chains: readonly GatedChain[],
  versions: readonly ChainVersionRow[],
  samplesOf: (versionIds: readonly string[]) => Promise<Samples> = (ids) => loadSamples(db, projectId, ids),
): Promise<WorseVersion[]> {
  const asked = chains.flatMap((chain) => {
    const own = versions.filter((row) => row.chainId === chain.id)
    const current = servedVersion(own)
    const prior = current && !current.asked ? priorOf(own, current) : null
    return current && prior ? [{ chain, current, prior }] : []
  })
  const ids = asked.flatMap(({ current, prior }) => [current.id, prior.id])
  const samples = await samplesOf(ids)
  const alikeOf = await findAlike(db, projectId, asked, samples)
  return asked.flatMap((pair) => {
    const compared = compareIfWorse(pair, samples, alikeOf)
    return compared ? [{ pair, compared }] : []
  })
}

type AskedPair = { chain: GatedChain; current: ChainVersionRow; prior: ChainVersionRow }

type Samples = ReadonlyMap<string, CountedSample>

/** Compares the versions on common factors. The weights are read only when some pair was not measured on the same factors. */
async function findAlike(
  db: Db | Tx,
  projectId: string,
  asked: readonly AskedPair[],
  samples: Samples,
): Promise<AlikeOf> {
  const pairs = asked.flatMap(({ chain, current: { id, version }, prior }) => {
    const [own, before] = [samples.get(id), samples.get(prior.id)]
    if (!own || !before) return []
    const pair = { current: { ...own, id, version }, prior: { ...before, id: prior.id, version: prior.version } }
    return commonFactors(pair.prior, pair.current) ? [{ ...pair, chainId: chain.id }] : []
  })
  if (pairs.length === 0) return () => null
  const { project, chains } = await loadWeights(db, projectId, 'stratt_weights')
  return loadAlike(
    db,
    projectId,
    pairs.map(({ chainId, ...pair }) => ({ ...pair, weights: chains.get(chainId) ?? project })),
  )
}

type ComparedSides = { sample: Sample; before: Sample; comparedOn: GateOpening['comparedOn'] }

/** Both samples, if the rule says that the version is worse. Ingest only reads sums for it; the odds need more, see below. */
function compareIfWorse(
  { chain, current, prior }: AskedPair,
  samples: Samples,
  alikeOf: AlikeOf,
): ComparedSides | null {
  const alike = alikeOf(current.id, prior.id)
  const [sample, before] = alike
    ? [alike.current, alike.prior]
    : [samples.get(current.id) ?? null, samples.get(prior.id) ?? null]
  const policy = { threshold: chain.regressionThreshold, minLiveRuns: chain.minLiveRuns }
  if (!sample || !before || dropVerdict(before, sample, policy) !== 'regression') return null
  return { sample, before, comparedOn: alike?.factors ?? null }
}

/** The gate of a version that is worse, opened on the same figures as its page shows. */
async function toRegressionGate(
  db: Db | Tx,
  projectId: string,
  { chain, current, prior }: AskedPair,
  { sample, before, comparedOn }: ComparedSides,
): Promise<NewGate | null> {
  const subject = { projectId, chainId: chain.id, versionId: current.id, priorVersionId: prior.id }
  const { verdict, word, delta, probability, threshold } = (await loadScores(db, subject)).scores
  if (verdict !== 'regression' || delta === null) return null
  const opening = {
    verdict,
    word,
    delta,
    threshold,
    probability,
    prior: { version: prior.version, n: before.n, mean: before.mean },
    current: { version: current.version, n: sample.n, mean: sample.mean },
    comparedOn,
  }
  return {
    kind: 'regression',
    chainId: chain.id,
    versionId: current.id,
    priorVersionId: prior.id,
    runId: null,
    ...askAboutDrop(chain.name, opening),
    openedOn: opening,
    openedBy: 'Regression check',
    hours: chain.gateHours,
    quorum: chain.gateQuorum,
  }
}

/**
 * Checks for a regression again after an outcome moved a version, since another version may now be served or compared with a
 * better one. Must be the last step of an outcome: other transactions wait for the audit log from here on.
 */
export async function openGateIfRegressed(
  tx: Tx,
  gate: StoredGate,
  move: VersionMove | null,
  now: Date,
): Promise<void> {
  if (move && move.before.versionState !== move.after.versionState) await checkChainAgain(tx, gate, now)
}

/** {@link openGateIfRegressed} where no version need have moved: a decision that was taken back no longer answers for its version. */
export async function checkChainAgain(tx: Tx, { projectId, chainId }: StoredGate, now: Date): Promise<void> {
  const chain = await tx.chain.findUniqueOrThrow({ where: { projectId_id: { projectId, id: chainId } } })
  await openRegressionGates(tx, { projectId, chains: [chain], now })
}

type EscalatedRun = {
  runId: string
  clientId: string
  title: string | null
  chainId: string
  versionId: string
  chain: string
  version: string
  reason: string
  /** Kind of escalation: fundamental, rejected or marginal. */
  kind: string | null
  /** Cause of the failure, shared by runs that fail alike; null for a run that always gets its own gate. */
  cause: string | null
  gateHours: number
  gateQuorum: number
}

type EscalatedInput = { projectId: string; runs: readonly EscalatedRun[]; now: Date }

/**
 * Opens a gate for each escalated run, at most once per run: its own or, when runs of one version fail alike, the pending gate
 * of the first of them.
 */
export async function openEscalationGates(tx: Tx, { projectId, runs, now }: EscalatedInput): Promise<void> {
  const before = await findJoined(
    tx,
    projectId,
    runs.map((run) => run.runId),
  )
  const join = async (asking: readonly EscalatedRun[]) => {
    const failed = asking.flatMap(({ cause, ...run }) => (cause === null ? [] : [{ ...run, cause }]))
    const joined = await joinPendingGates(tx, projectId, failed, now)
    if (joined.size > 0) await announce(tx, { project: projectId, topic: 'gates' })
    return asking.filter((run) => !joined.has(run.runId))
  }
  const asking = await join(runs.filter((run) => !before.has(run.runId)))
  const opened = await insertGates(tx, projectId, asking.map(toGate), now)
  if (opened.length === asking.length) return
  // A run of this batch or a concurrent ingest may have opened the gate to join.
  const left = await join(asking)
  if (left.length > 0)
    await insertGates(
      tx,
      projectId,
      left.map((run) => ({ ...toGate(run), cause: null })),
      now,
    )
}

function toGate(run: EscalatedRun): NewGate {
  return {
    kind: 'escalation',
    chainId: run.chainId,
    versionId: run.versionId,
    priorVersionId: null,
    runId: run.runId,
    cause: run.cause,
    ...askAboutEscalation(run),
    openedBy: 'Escalation',
    hours: run.gateHours,
    quorum: run.gateQuorum,
  }
}
