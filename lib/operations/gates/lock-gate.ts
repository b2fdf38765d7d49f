import type { Tx } from '@/lib/db/client'
import { keepRunsOut } from './joined-runs'
import { loadGate, type StoredGate } from './load-gate'

/** The gate, held until the transaction ends: what happens to it happens one after the other. @throws not_found */
export async function lockGate(tx: Tx, projectId: string, gateId: string): Promise<StoredGate> {
  await keepRunsOut(tx, gateId)
  await tx.$queryRaw`SELECT 1 FROM gate WHERE project_id = ${projectId}::uuid AND id = ${gateId}::uuid FOR UPDATE`
  return loadGate(tx, projectId, gateId)
}
