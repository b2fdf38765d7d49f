import type { GateEffect, GateEvidence } from '@/lib/contracts/gates'
import type { Tx } from '@/lib/db/client'
import { emitOutcome } from '../webhooks/emit-gates'
import type { MovedRuns } from './gate-signals'
import type { StoredGate } from './load-gate'
import type { VersionMove } from './version-state'

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

/** Before and after of a decision on record: the version's standing, and the run's own numbers when the gate is about one. */
export function sidesOf(gate: StoredGate, move: VersionMove | null, { recomputed }: MovedRuns) {
  const run = recomputed.find((item) => item.runId === gate.runId)
  return { before: { ...move?.before, ...run?.before }, after: { ...move?.after, ...run?.after } }
}
