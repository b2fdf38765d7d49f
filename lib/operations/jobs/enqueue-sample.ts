import type PgBoss from 'pg-boss'
import type { Tx } from '@/lib/db/client'
import { createBoss, installQueues, within } from './boss'
import { SAMPLE_LOAD, type SampleLoadJob } from './queues'

let sender: PgBoss | undefined

/** Has the sample made once the caller's transaction commits, by whichever instance is free. */
export async function enqueueSample(tx: Tx, data: SampleLoadJob): Promise<void> {
  await installQueues()
  sender ??= createBoss(false)
  await sender.insert([{ name: SAMPLE_LOAD, data }], { db: within(tx) })
}
