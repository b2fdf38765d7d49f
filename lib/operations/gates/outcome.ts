import type { GateEffect, GateEvidence } from '@/lib/contracts/gates'
import type { VersionEvent } from '@/lib/contracts/versions'
import type { Tx } from '@/lib/db/client'
import { enqueueBrief } from '../queue/enqueue-brief'
import { cancelOutdatedTrials, listChainVersions, servedIf, type VersionState } from '../versions/serving'
import { addVersionEvent } from '../versions/store'
import { emitOutcome } from './emit'
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

/** Freezes what the outcome was taken on and what it did into the gate, and appends the decision. */
export async function recordOutcome(
  tx: Tx,
  gate: StoredGate,
  { decision, evidence, digest, move, moved }: Outcome,
): Promise<GateEffect> {
  const effect = toEffect(move, moved)
  await tx.gate.update({
    where: { projectId_id: { projectId: gate.projectId, id: gate.id } },
    data: { evidence, evidenceDigest: digest, effect },
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
  if (decision.kind === 'gate_rejected') await enqueueBrief(tx, gate.projectId, 'gate', gate.id)
  return effect
}

const OUTCOMES = { gate_approved: 'approved', gate_rejected: 'rejected', gate_timed_out: 'timed_out' } as const

async function nameOf(tx: Tx, userId: string): Promise<string> {
  return (await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })).name
}

/** What an outcome did, as a reader sees it. */
export function toEffect(move: VersionMove | null, moved: MovedRuns): GateEffect {
  return {
    servedVersion: move?.after.servedVersion ?? null,
    versionState: move?.after.versionState ?? null,
    runs: moved.runs,
  }
}

/** Before and after of a decision on record: the version's status, and the run's own numbers when the gate is about one. */
export function sidesOf(gate: StoredGate, move: VersionMove | null, { recomputed }: MovedRuns) {
  const run = recomputed.find((item) => item.runId === gate.runId)
  return { before: { ...move?.before, ...run?.before }, after: { ...move?.after, ...run?.after } }
}

/** What of a chain a gate's outcome shows in: the state of its version, and the version that serves. */
type VersionStatus = { versionState: VersionState; servedVersion: string | null }
export type VersionMove = { before: VersionStatus; after: VersionStatus }

/** Who moves a version, when and why, for its history. */
type Mover = Pick<VersionEvent, 'kind' | 'by' | 'reason'> & { at: Date }

/**
 * Puts the gate's version in a state, notes it in the version's history, and says what serves before and after. Null for a
 * gate about a run.
 */
export async function moveVersion(
  tx: Tx,
  gate: StoredGate,
  to: (state: VersionState) => VersionState,
  mover: Mover,
): Promise<VersionMove | null> {
  if (gate.runId !== null) return null
  // All decisions on the versions of a chain queue here, so that each sees what the one before it left.
  await tx.$queryRaw`SELECT 1 FROM chain WHERE project_id = ${gate.projectId}::uuid AND id = ${gate.chainId}::uuid FOR NO KEY UPDATE`
  const versions = await listChainVersions(tx, gate.projectId, [gate.chainId])
  const current = versions.find((row) => row.id === gate.versionId)
  if (!current) return null
  const state = to(current.state)
  if (state !== current.state) {
    await tx.chainVersion.update({
      where: { projectId_id: { projectId: gate.projectId, id: current.id } },
      data: { state },
    })
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
