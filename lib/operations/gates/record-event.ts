import { v7 as uuid } from 'uuid'
import type { GateEventView } from '@/lib/contracts/gate-people'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import type { StoredGate } from './load-gate'

type NewEvent = {
  kind: GateEventView['kind']
  by: string
  userId: string | null
  at: Date
  verdict?: 'approved' | 'rejected'
  reason?: string | null
  evidenceDigest?: string
  before?: Prisma.InputJsonValue
  after?: Prisma.InputJsonValue
}

/** Appends what happened to a gate. */
export async function recordEvent(tx: Tx, gate: StoredGate, { before, after, ...event }: NewEvent): Promise<void> {
  await tx.gateEvent.create({
    data: {
      ...event,
      projectId: gate.projectId,
      gateId: gate.id,
      id: uuid(),
      before: before ?? Prisma.DbNull,
      after: after ?? Prisma.DbNull,
    },
  })
}
