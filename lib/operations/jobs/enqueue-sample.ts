import type { Tx } from '@/lib/db/client'
import { insertJobs } from './insert-jobs'
import { SAMPLE_LOAD, type SampleLoadJob } from './queues'

/** Has the sample made once the caller's transaction commits, by whichever instance is free. */
export function enqueueSample(tx: Tx, data: SampleLoadJob): Promise<void> {
  return insertJobs(tx, [{ name: SAMPLE_LOAD, data }])
}
