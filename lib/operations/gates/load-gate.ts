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

/** A gate as stored, with what was frozen into it read back. */
export type StoredGate = Omit<Gate, 'kind' | 'state' | 'evidence' | 'effect'> & {
  kind: ReturnType<typeof gateKind.parse>
  state: ReturnType<typeof gateState.parse>
  evidence: GateEvidence | null
  effect: GateEffect | null
}

/** The gate of this project. @throws not_found, for strangers' gates as well. */
export async function loadGate(db: Db | Tx, projectId: string, gateId: string): Promise<StoredGate> {
  const row = await db.gate.findUnique({ where: { projectId_id: { projectId, id: gateId } } })
  if (!row) throw notFound('gate')
  return toStoredGate(row)
}

export function toStoredGate(row: Gate): StoredGate {
  return {
    ...row,
    kind: gateKind.parse(row.kind),
    state: gateState.parse(row.state),
    evidence: gateEvidence.nullable().parse(row.evidence),
    effect: gateEffect.nullable().parse(row.effect),
  }
}
