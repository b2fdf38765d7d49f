import { v7 as uuid } from 'uuid'
import type { VersionEvent } from '@/lib/contracts/versions'
import type { Tx } from '@/lib/db/client'

type NewEvent = Omit<VersionEvent, 'id' | 'gateId' | 'at'> & {
  projectId: string
  versionId: string
  gateId?: string
  at: Date
}

/** Appends to the history of a version, in the transaction that makes it true. */
export async function addVersionEvent(tx: Tx, event: NewEvent): Promise<void> {
  await tx.versionEvent.create({ data: { id: uuid(), ...event } })
}
