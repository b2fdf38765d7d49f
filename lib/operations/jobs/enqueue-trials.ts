import type { Tx } from '@/lib/db/client'
import { insertJobs } from './insert-jobs'
import { TRIAL_RUN } from './queues'

/**
 * Has so many trials run once the caller's transaction commits, by whichever instance is free. A job names no trial: whose turn
 * it is is decided when the job is taken.
 */
export function enqueueTrials(tx: Tx, count: number, at: Date): Promise<void> {
  return insertJobs(
    tx,
    Array.from({ length: count }, () => ({ name: TRIAL_RUN, data: {}, at }) as const),
  )
}
