import type PgBoss from 'pg-boss'
import type { Tx } from '@/lib/db/client'
import { createBoss, installQueues, within } from './boss'
import { TRIAL_RUN } from './queues'

let sender: PgBoss | undefined

/**
 * Has so many trials run once the caller's transaction commits, by whichever instance is free. A job names no trial: whose turn
 * it is is decided when the job is taken.
 */
export async function enqueueTrials(tx: Tx, count: number, at: Date): Promise<void> {
  if (count === 0) return
  await installQueues()
  sender ??= createBoss(false)
  const jobs = Array.from({ length: count }, () => ({ name: TRIAL_RUN, data: {}, startAfter: at.toISOString() }))
  await sender.insert(jobs, { db: within(tx) })
}
