import type PgBoss from 'pg-boss'
import type { Db, Tx } from '@/lib/db/client'
import { createBoss, installQueues, within } from './boss'
import type { queues } from './queues'

/** `at`: not before then; at once where it is left out. */
type Job = { name: (typeof queues)[number]; data: object; at?: Date }

let sender: PgBoss | undefined

/** Puts jobs into their queues in the caller's transaction: whichever instance is free takes them once that commits. */
export async function insertJobs(tx: Tx | Db, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  await installQueues()
  sender ??= createBoss(false)
  const rows = jobs.map(({ name, data, at }) => ({ name, data, ...(at && { startAfter: at.toISOString() }) }))
  await sender.insert(rows, { db: within(tx) })
}
