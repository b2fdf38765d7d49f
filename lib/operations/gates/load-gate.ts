import {
  type GateEffect,
  type GateEvidence,
  gateEffect,
  gateEvidence,
  gateKind,
  gateState,
} from '@/lib/contracts/gates'
import type { Db, Tx } from '@/lib/db/client'
import type { Gate } from '@/lib/db/generated/client'
import { notFound } from '../errors'

/** A gate as stored. What was frozen into it is read by those who show it: nothing that happens to a gate depends on it. */
export type StoredGate = Omit<Gate, 'kind' | 'state'> & {
  kind: ReturnType<typeof gateKind.parse>
  state: ReturnType<typeof gateState.parse>
}

/** The gate of this project. @throws not_found, for strangers' gates as well. */
export async function loadGate(db: Db | Tx, projectId: string, gateId: string): Promise<StoredGate> {
  const row = await db.gate.findUnique({ where: { projectId_id: { projectId, id: gateId } } })
  if (!row) throw notFound('gate')
  return { ...row, kind: gateKind.parse(row.kind), state: gateState.parse(row.state) }
}

/** What was frozen with the outcome; null before it, and where it cannot be read. */
export function frozenEvidence({ evidence }: StoredGate): GateEvidence | null {
  return gateEvidence.nullable().safeParse(evidence).data ?? null
}

/** What the outcome did; null before it. */
export function frozenEffect({ effect }: StoredGate): GateEffect | null {
  return gateEffect.nullable().parse(effect)
}
