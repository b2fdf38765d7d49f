import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { isDeadlock } from '@/lib/db/transaction'
import { inTransaction } from '../context'
import { toAppError } from '../to-app-error'
import { isNotHeldBack } from '../work/failing-work'
import { logFailure, processEach } from '../work/process-each'
import { changeGate } from './change-gate'
import { deadlineContext } from './deadline-context'
import { loadEvidence, lostEvidence } from './load-evidence'

export type GateKey = { projectId: string; gateId: string }

const SWEEP_LIMIT = 200
const KIND = 'gate_deadline'

/** Times out every gate whose deadline has passed, in every project; returns how many. What a lost alarm left, this finds. */
export async function timeOutDueGates(db: Db, now: Date): Promise<number> {
  const due = await db.$queryRaw<GateKey[]>`
    SELECT project_id AS "projectId", id AS "gateId" FROM gate
    WHERE state = 'pending' AND deadline_at <= ${now}
      AND ${isNotHeldBack(KIND, Prisma.sql`gate.project_id`, Prisma.sql`gate.id`, now)}
    ORDER BY deadline_at LIMIT ${SWEEP_LIMIT}`
  return timeOutGates(db, due, now)
}

/** Times out those of these gates that are due, each on its own; returns how many. */
export async function timeOutGates(db: Db, gates: readonly GateKey[], now: Date): Promise<number> {
  const items = gates.map(({ projectId, gateId }) => ({ projectId, id: gateId }))
  const timedOut = await processEach({ db, kind: KIND, now }, items, ({ projectId, id }) =>
    timeOutGate(db, { projectId, gateId: id }, now),
  )
  return timedOut.filter(Boolean).length
}

class UnreadableEvidence extends Error {
  override name = 'UnreadableEvidence'
}

/**
 * Times out one gate if it is pending and past its deadline; returns whether it did. Safe to repeat. Evidence only adorns the
 * record: a gate whose evidence cannot be read is timed out without it.
 */
export async function timeOutGate(db: Db, { projectId, gateId }: GateKey, now: Date): Promise<boolean> {
  const timeOut = (readEvidence: typeof loadEvidence) =>
    inTransaction({ db }, async (tx) => {
      const ctx = await deadlineContext(tx, projectId, now)
      return (await changeGate(tx, ctx, gateId, { kind: 'timed_out' }, readEvidence)) === null
    })
  try {
    return await timeOut(async (tx, gate) => {
      try {
        return await loadEvidence(tx, gate)
      } catch (cause) {
        throw new UnreadableEvidence('evidence cannot be read', { cause })
      }
    })
  } catch (error) {
    if (!(error instanceof UnreadableEvidence) || isPassing(error.cause)) throw error
    logFailure(KIND, { projectId, id: gateId }, error.cause)
    return timeOut(lostEvidence)
  }
}

/** Whether the database only was busy or away, so that the evidence may well be read the next time. */
const isPassing = (error: unknown) => isDeadlock(error) || toAppError(error).code === 'unavailable'
