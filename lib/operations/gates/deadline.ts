import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { jsonRecordset, setFrom } from '@/lib/db/rows'
import { inTransaction, isDeadlock } from '@/lib/db/transaction'
import { loadSystemContext } from '../context'
import type { WorkItem } from '../queue/enqueue'
import { toAppError } from '../to-app-error'
import { logFailure, processDue, processEach } from '../work/process-each'
import { changeGate } from './change'
import { loadEvidence, lostEvidence } from './evidence'
import { enqueueDeadlines } from './store'

// The deadlines of a project that is scheduled for deletion stand still, see `moveDeadlines`.
const NOT_DELETED = Prisma.sql`JOIN project o ON o.id = g.project_id AND o.deletes_at IS NULL`

/** Warns about, or times out, those of these gates that are due. Idempotent, also across instances. */
export async function processGateDeadlines(db: Db, gates: readonly WorkItem[], now: Date): Promise<void> {
  await processEach({ db, kind: 'gate_warning', now }, gates, (gate) => warnGate(db, gate, now))
  await timeOutGates(db, gates, now)
}

/** Warns about and times out all due gates of every project, which catches those whose job was lost. */
export async function processDueGates(db: Db, now: Date): Promise<void> {
  await warnDueGates(db, now)
  await timeOutDueGates(db, now)
}

/** Times out every gate whose deadline has passed. */
export async function timeOutDueGates(db: Db, now: Date): Promise<void> {
  const due = Prisma.sql`
    SELECT g.project_id, g.id, g.deadline_at AS at FROM gate g ${NOT_DELETED} WHERE g.state = 'pending' AND g.deadline_at <= ${now}`
  await processDue({ db, kind: 'gate_deadline', now }, due, (gate) => timeOutGate(db, gate, now))
}

/** Times out those of these gates that are due, each in its own transaction. */
export async function timeOutGates(db: Db, gates: readonly WorkItem[], now: Date): Promise<void> {
  await processEach({ db, kind: 'gate_deadline', now }, gates, (gate) => timeOutGate(db, gate, now))
}

/** The actor's name for changes made by the deadline job. */
const DEADLINE = 'Deadline'

class UnreadableEvidence extends Error {
  override name = 'UnreadableEvidence'
}

/**
 * Times out one gate if it is pending and past its deadline; returns whether it did. Idempotent. A gate whose evidence cannot
 * be read is timed out without it, since the outcome does not depend on evidence.
 */
export async function timeOutGate(db: Db, { projectId, id }: WorkItem, now: Date): Promise<boolean> {
  const timeOut = (readEvidence: typeof loadEvidence) =>
    inTransaction({ db }, async (tx) => {
      if (!(await isStanding(tx, { projectId, id }))) return false
      const ctx = await loadSystemContext(tx, projectId, DEADLINE, () => now)
      return (await changeGate(tx, ctx, id, { kind: 'timed_out' }, readEvidence)) === null
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
    logFailure('gate_deadline', { projectId, id }, error.cause)
    return timeOut(lostEvidence)
  }
}

/** Whether the database was only busy or unavailable, so that a retry may read the evidence. */
const isPassing = (error: unknown) => isDeadlock(error) || toAppError(error).code === 'unavailable'

/** Warns of all pending gates whose deadline is near, each once. */
export async function warnDueGates(db: Db, now: Date): Promise<void> {
  const due = Prisma.sql`
    SELECT g.project_id, g.id, g.warn_at AS at FROM gate g ${NOT_DELETED}
    WHERE g.state = 'pending' AND g.warned_at IS NULL AND g.warn_at <= ${now} AND g.deadline_at > ${now}`
  await processDue({ db, kind: 'gate_warning', now }, due, (gate) => warnGate(db, gate, now))
}

/** Warns about one gate if it is pending and a quarter of its time is left, once per deadline; returns whether it did. */
export function warnGate(db: Db, { projectId, id }: WorkItem, now: Date): Promise<boolean> {
  return inTransaction({ db }, async (tx) => {
    if (!(await isStanding(tx, { projectId, id }))) return false
    const ctx = await loadSystemContext(tx, projectId, DEADLINE, () => now)
    return (await changeGate(tx, ctx, id, { kind: 'warned' })) === null
  })
}

/** Whether the gate is there, in a project that is not scheduled for deletion. Its job is left when it was deleted with its run. */
async function isStanding(tx: Tx, { projectId, id }: WorkItem): Promise<boolean> {
  if ((await tx.gate.count({ where: { projectId, id } })) === 0) return false
  return (await tx.project.count({ where: { id: projectId, deletesAt: null } })) > 0
}

type Dated = WorkItem & { warnAt: Date; deadlineAt: Date }

/** Gives the pending gates of a project the time back for which its deletion was scheduled. Returns how many there are. */
export async function moveDeadlines(tx: Tx, projectId: string, byMs: number): Promise<number> {
  const pending = await tx.$queryRaw<Dated[]>`
    SELECT project_id AS "projectId", id, warn_at AS "warnAt", deadline_at AS "deadlineAt" FROM gate
    WHERE project_id = ${projectId}::uuid AND state = 'pending' ORDER BY id FOR UPDATE`
  if (pending.length === 0) return 0
  const later = (time: Date) => new Date(time.getTime() + byMs)
  const gates = pending.map((gate) => ({ ...gate, warnAt: later(gate.warnAt), deadlineAt: later(gate.deadlineAt) }))
  // Times are added here: the sum of a time and an interval is not immutable, which a distributed database requires.
  await tx.$executeRaw`
    UPDATE gate g SET ${setFrom('gate', ['warnAt', 'deadlineAt'])}
    FROM ${jsonRecordset('gate', ['id', 'warnAt', 'deadlineAt'], gates)} WHERE g.project_id = ${projectId}::uuid AND g.id = x.id`
  await enqueueDeadlines(tx, gates)
  return gates.length
}
