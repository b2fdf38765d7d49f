import type PgBoss from 'pg-boss'
import type { Tx } from '@/lib/db/client'
import { createBoss, installQueues, within } from './boss'
import { TRIAL_RUN, type TrialJob } from './queues'

type DueTrial = TrialJob & { isUrgent: boolean; at: Date }

let sender: PgBoss | undefined

/** Has each trial run once the caller's transaction commits, by whichever instance is free; urgent ones first. */
export async function enqueueTrials(tx: Tx, trials: readonly DueTrial[]): Promise<void> {
  if (trials.length === 0) return
  await installQueues()
  sender ??= createBoss(false)
  const jobs = trials.map(({ projectId, trialId, isUrgent, at }) => {
    const data: TrialJob = { projectId, trialId }
    return { name: TRIAL_RUN, data, priority: isUrgent ? 1 : 0, startAfter: at.toISOString() }
  })
  await sender.insert(jobs, { db: within(tx) })
}
