import type { Tx } from '@/lib/db/client'
import { insertJobs } from './insert-jobs'
import { DEAD_LETTER_RETRY, type DeadLetterJob } from './queues'

/** `at`: when the item is to be looked after, at the hour of its retry or the end of its lease. */
type Due = DeadLetterJob & { at: Date }

/** Sets the alarm of each item in the caller's transaction. A sweep finds whatever an alarm misses. */
export function enqueueRetries(tx: Tx, items: readonly Due[]): Promise<void> {
  const jobs = items.map(({ projectId, deadLetterId, at }) => {
    const data: DeadLetterJob = { projectId, deadLetterId }
    return { name: DEAD_LETTER_RETRY, data, at } as const
  })
  return insertJobs(tx, jobs)
}
