import type PgBoss from 'pg-boss'
import type { Tx } from '@/lib/db/client'
import { createBoss, installQueues, within } from './boss'
import { GATE_DEADLINE, type GateDeadlineJob } from './queues'

type DueGate = { projectId: string; gateId: string; warnAt: Date; deadlineAt: Date }

let sender: PgBoss | undefined

/** Sets both alarms of each gate in the caller's transaction: there is no gate without them, and none without a gate. */
export async function enqueueGateAlarms(tx: Tx, gates: readonly DueGate[]): Promise<void> {
  if (gates.length === 0) return
  await installQueues()
  sender ??= createBoss(false)
  const jobs = gates.flatMap(({ projectId, gateId, warnAt, deadlineAt }) => {
    const data: GateDeadlineJob = { projectId, gateId }
    return [warnAt, deadlineAt].map((at) => ({ name: GATE_DEADLINE, data, startAfter: at.toISOString() }))
  })
  await sender.insert(jobs, { db: within(tx) })
}
