import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import type { GateEffect } from '@/lib/contracts/gates'
import type { VersionEvent } from '@/lib/contracts/versions'
import type { Tx } from '@/lib/db/client'
import { enqueueBriefs } from '../queue/enqueue'
import { noteChangedChains } from '../rollups/changed-chains'
import { moveCounts } from '../rollups/runs'
import { cancelOutdatedTrials, listChainVersions, servedIf, type VersionState } from '../versions/serving'
import { addVersionEvent, lockChain } from '../versions/store'
import { emitOutcome } from './notify'
import type { MovedRuns } from './signals'
import type { StoredGate } from './store'

type DecisionFacts = {
  id: string
  kind: 'gate_approved' | 'gate_rejected' | 'gate_timed_out'
  verdict: string
  value: number | null
  reason: string | null
  userId: string | null
  decidedAt: Date
}

type Outcome = {
  decision: DecisionFacts
  evidence: GateEvidence
  digest: string
  move: VersionMove | null
  moved: MovedRuns
}

/** Freezes the evidence and the effect of an outcome into the gate, and appends the decision. */
export async function recordOutcome(
  tx: Tx,
  gate: StoredGate,
  { decision, evidence, digest, move, moved }: Outcome,
): Promise<void> {
  await tx.gate.update({
    where: { projectId_id: { projectId: gate.projectId, id: gate.id } },
    data: { evidence, evidenceDigest: digest, effect: toEffect(move, moved) },
  })
  await tx.decision.create({
    data: {
      ...decision,
      projectId: gate.projectId,
      gateId: gate.id,
      runId: gate.runId,
      evidenceDigest: digest,
      ...sidesOf(gate, move, moved),
    },
  })
  await emitOutcome(tx, gate, OUTCOMES[decision.kind], move?.after ?? null, {
    name: decision.userId === null ? null : await nameOf(tx, decision.userId),
    reason: decision.reason,
    at: decision.decidedAt,
  })
  if (decision.kind === 'gate_rejected') await enqueueBriefs(tx, gate.projectId, 'gate', [gate.id])
}

const OUTCOMES = { gate_approved: 'approved', gate_rejected: 'rejected', gate_timed_out: 'timed_out' } as const

async function nameOf(tx: Tx, userId: string): Promise<string> {
  return (await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })).name
}

/** What an outcome did, for the API. */
export function toEffect(move: VersionMove | null, moved: MovedRuns): GateEffect {
  return {
    servedVersion: move?.after.servedVersion ?? null,
    versionState: move?.after.versionState ?? null,
    runs: moved.runs,
  }
}

/** `before` and `after` of a decision: the version's status, and the run's numbers when the gate is about a run. */
export function sidesOf(gate: StoredGate, move: VersionMove | null, { recomputed }: MovedRuns) {
  const run = recomputed.find((item) => item.runId === gate.runId)
  return { before: { ...move?.before, ...run?.before }, after: { ...move?.after, ...run?.after } }
}

/** What a gate's outcome can change in a chain: the version's state and which version is served. */
type VersionStatus = { versionState: VersionState; servedVersion: string | null }
export type VersionMove = { before: VersionStatus; after: VersionStatus }

/** Who moved a version, when and why, for its history. */
type Mover = Pick<VersionEvent, 'kind' | 'by' | 'reason'> & { at: Date }

/**
 * Puts the gate's version in a state, appends that to the version's history, and returns what is served before and after. Null
 * for a gate about a run.
 */
export async function moveVersion(
  tx: Tx,
  gate: StoredGate,
  to: (state: VersionState) => VersionState,
  mover: Mover,
): Promise<VersionMove | null> {
  if (gate.runId !== null) return null
  // So that each decision on the versions of a chain sees the result of the previous one.
  await lockChain(tx, gate.projectId, gate.chainId)
  const versions = await listChainVersions(tx, gate.projectId, [gate.chainId])
  const current = versions.find((row) => row.id === gate.versionId)
  if (!current) return null
  const state = to(current.state)
  if (state !== current.state) {
    const place = { projectId: gate.projectId, id: current.id }
    const store = () => tx.chainVersion.update({ where: { projectId_id: place }, data: { state } })
    const isCandidate = state === 'candidate'
    if (isCandidate === (current.state === 'candidate')) await store()
    else await moveCounts(tx, { projectId: gate.projectId, versionId: current.id, isCandidate }, store)
    noteChangedChains(tx, gate.projectId, [gate.chainId])
    await cancelOutdatedTrials(tx, gate.projectId, [gate.chainId], mover.at)
  }
  const statusOf = (of: VersionState) => ({ versionState: of, servedVersion: servedIf(versions, current.id, of) })
  const after = statusOf(state)
  if (state !== current.state || mover.kind === 'approved')
    await addVersionEvent(tx, {
      ...mover,
      projectId: gate.projectId,
      versionId: current.id,
      gateId: gate.id,
      fromState: current.state,
      toState: state,
      servedVersion: after.servedVersion,
    })
  return { before: statusOf(current.state), after }
}
