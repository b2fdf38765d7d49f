import type { Tx } from '@/lib/db/client'
import { insertJobs } from './insert-jobs'
import { GATE_DEADLINE, type GateDeadlineJob } from './queues'

type DueGate = { projectId: string; gateId: string; warnAt: Date; deadlineAt: Date }

/** Sets both alarms of each gate in the caller's transaction: there is no gate without them, and none without a gate. */
export function enqueueGateAlarms(tx: Tx, gates: readonly DueGate[]): Promise<void> {
  const jobs = gates.flatMap(({ projectId, gateId, warnAt, deadlineAt }) => {
    const data: GateDeadlineJob = { projectId, gateId }
    return [warnAt, deadlineAt].map((at) => ({ name: GATE_DEADLINE, data, at }) as const)
  })
  return insertJobs(tx, jobs)
}
