import type PgBoss from 'pg-boss'
import type { Tx } from '@/lib/db/client'
import { createBoss, installQueues, within } from './boss'
import { GATE_DEADLINE, type GateDeadlineJob } from './queues'

type DueGate = { projectId: string; gateId: string; deadlineAt: Date }

let sender: PgBoss | undefined

/** Sets the alarm of each gate in the caller's transaction: there is no gate without one, and none without a gate. */
export async function enqueueDeadlines(tx: Tx, gates: readonly DueGate[]): Promise<void> {
  if (gates.length === 0) return
  await installQueues()
  sender ??= createBoss(false)
  const jobs = gates.map(({ projectId, gateId, deadlineAt }) => {
    const data: GateDeadlineJob = { projectId, gateId }
    return { name: GATE_DEADLINE, data, startAfter: deadlineAt.toISOString() }
  })
  await sender.insert(jobs, { db: within(tx) })
}
