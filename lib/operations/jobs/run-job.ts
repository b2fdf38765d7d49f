import type { Attributes } from '@opentelemetry/api'
import type { Db } from '@/lib/db/client'
import { findNewer } from '@/lib/db/release'
import { log } from '@/lib/log'
import { traced } from '@/lib/tracing'
import type { Queue } from '../queue/enqueue'

/** Runs the work of a job. @throws Error if the job has to be done by another instance, else what the work throws */
export type RunJob = <R>(queue: Queue, attributes: Attributes, work: () => Promise<R>) => Promise<R>

/**
 * Returns what runs jobs in this process, until a newer release has migrated the database: its tables and jobs could be misread here, so
 * `stop` is called and the job fails, to be repeated by an instance of that release.
 */
export function makeRunner(db: Db, stop: () => Promise<void>): RunJob {
  let isOver = false
  return async (queue, attributes, work) => {
    const newer = await findNewer(db)
    if (newer.length === 0) return traced(`job ${queue}`, attributes, work)
    if (!isOver) {
      isOver = true
      log.error({ newer }, 'a newer release has migrated the database: this process does no timed work any more')
      stop().catch((error: unknown) => log.warn({ err: error }, 'timed work could not be stopped'))
    }
    throw new Error(`the job ${queue} is left to a newer release`)
  }
}
