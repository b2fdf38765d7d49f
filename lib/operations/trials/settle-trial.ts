import type { Tx } from '@/lib/db/client'
import { announce } from '../live/announce'
import type { HeldTrial, Settled } from './trial-row'

type Held = Pick<HeldTrial, 'projectId' | 'trialId' | 'versionId' | 'attempt'>

/** Ends a trial, if this attempt still holds it. Returns whether it did. */
export async function settleTrial(tx: Tx, trial: Held, { status, error }: Settled, now: Date): Promise<boolean> {
  const { count } = await tx.trial.updateMany({
    where: { projectId: trial.projectId, id: trial.trialId, status: 'running', attempts: trial.attempt },
    data: { status, error, endedAt: now, leaseUntil: null },
  })
  if (count > 0) await announce(tx, { project: trial.projectId, topic: 'trials', id: trial.versionId })
  return count > 0
}
