import type PgBoss from 'pg-boss'
import type { Tx } from '@/lib/db/client'
import { createBoss, installQueues, within } from './boss'
import { DEAD_LETTER_RETRY, type DeadLetterJob } from './queues'

/** `at`: when the item is to be looked after, at the hour of its retry or the end of its lease. */
type Due = DeadLetterJob & { at: Date }

let sender: PgBoss | undefined

/** Sets the alarm of each item in the caller's transaction. A sweep finds whatever an alarm misses. */
export async function enqueueRetries(tx: Tx, items: readonly Due[]): Promise<void> {
  if (items.length === 0) return
  await installQueues()
  sender ??= createBoss(false)
  const jobs = items.map(({ projectId, deadLetterId, at }) => {
    const data: DeadLetterJob = { projectId, deadLetterId }
    return { name: DEAD_LETTER_RETRY, data, startAfter: at.toISOString() }
  })
  await sender.insert(jobs, { db: within(tx) })
}
