import type { Db, Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { forEachConcurrently } from './for-each-concurrently'
import { payloadStore } from './the-store'
import { keyOf } from './value'

/** Marks the stored values of these runs as unreferenced, in the transaction that removes or replaces their rows. */
export async function releasePayloads(tx: Tx, projectId: string, runIds: readonly string[], now: Date): Promise<void> {
  if (runIds.length === 0) return
  await tx.$executeRaw`
    UPDATE payload SET gone_at = ${now} WHERE project_id = ${projectId}::uuid AND run_id = ANY(${runIds}::uuid[]) AND gone_at IS NULL`
}

/** An advisory lock id that no other lock uses: shared while a backup or export reads objects, exclusive while they are removed. */
export const READERS_LOCK = 73_028

const SLICE = 200
const AT_ONCE = 16
const TIMEOUT_MS = 100_000

/**
 * Removes the next unreferenced objects that are due, with their rows, and returns how many. Idempotent, crash-safe and safe to run
 * concurrently: an object is removed before its row. Removes none while a backup reads, which may still need them.
 * @throws StoreError, or Error if no store is configured
 */
export function removeNextGone(db: Db, projectId: string, now: Date): Promise<number> {
  return inTransaction(
    { db },
    async (tx) => {
      const gone = await tx.$queryRaw<{ projectId: string; runId: string; object: string }[]>`
        SELECT project_id AS "projectId", run_id AS "runId", object FROM payload
        WHERE project_id = ${projectId}::uuid AND gone_at <= ${now}::timestamptz LIMIT ${SLICE}`
      if (gone.length === 0) return 0
      const [{ isFree } = { isFree: false }] = await tx.$queryRaw<{ isFree: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(${READERS_LOCK}::int, 0) AS "isFree"`
      if (!isFree) return 0
      await removeObjects(gone.map(keyOf))
      const objects = gone.map(({ object }) => object)
      const runIds = [...new Set(gone.map(({ runId }) => runId))]
      await tx.payload.deleteMany({
        where: { projectId, runId: { in: runIds }, object: { in: objects }, goneAt: { not: null } },
      })
      return gone.length
    },
    { timeout: TIMEOUT_MS },
  )
}

/** @throws StoreError, or Error if no store is configured */
async function removeObjects(keys: readonly string[]): Promise<void> {
  const store = await payloadStore()
  if (!store) throw new Error('objects are left in a payload store that is not set: PAYLOAD_STORE_URL is missing')
  await forEachConcurrently(AT_ONCE, keys, (key) => store.remove(key))
}
