import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { isDeadlock } from '@/lib/db/transaction'
import { inTransaction, type ProjectContext } from '../context'
import { toAppError } from '../to-app-error'
import { isNotHeldBack } from '../work/failing-work'
import { logFailure, processEach } from '../work/process-each'
import { changeGate } from './change'
import { loadEvidence, lostEvidence } from './evidence'

/** What time asks of these gates: a warning, or their end. Safe to repeat, on several instances at once. */
export async function processGateDeadlines(db: Db, gates: readonly GateKey[], now: Date): Promise<void> {
  await warnGates(db, gates, now)
  await timeOutGates(db, gates, now)
}

/** What time asks of all gates. What a lost alarm left, this finds. */
export async function processDueGates(db: Db, now: Date): Promise<void> {
  await warnDueGates(db, now)
  await timeOutDueGates(db, now)
}

type GateKey = { projectId: string; gateId: string }

const SWEEP_LIMIT = 200
const DEADLINE = 'gate_deadline'

/** Times out every gate whose deadline has passed, in every project; returns how many. What a lost alarm left, this finds. */
export async function timeOutDueGates(db: Db, now: Date): Promise<number> {
  const due = await db.$queryRaw<GateKey[]>`
    SELECT project_id AS "projectId", id AS "gateId" FROM gate
    WHERE state = 'pending' AND deadline_at <= ${now}
      AND ${isNotHeldBack(DEADLINE, Prisma.sql`gate.project_id`, Prisma.sql`gate.id`, now)}
    ORDER BY deadline_at LIMIT ${SWEEP_LIMIT}`
  return timeOutGates(db, due, now)
}

/** Times out those of these gates that are due, each on its own; returns how many. */
export async function timeOutGates(db: Db, gates: readonly GateKey[], now: Date): Promise<number> {
  const items = gates.map(({ projectId, gateId }) => ({ projectId, id: gateId }))
  const timedOut = await processEach({ db, kind: DEADLINE, now }, items, ({ projectId, id }) =>
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
    logFailure(DEADLINE, { projectId, id: gateId }, error.cause)
    return timeOut(lostEvidence)
  }
}

/** Whether the database only was busy or away, so that the evidence may well be read the next time. */
const isPassing = (error: unknown) => isDeadlock(error) || toAppError(error).code === 'unavailable'

const WARNING = 'gate_warning'

/** Warns of every gate whose hour to warn has come, in every project; returns of how many. */
export async function warnDueGates(db: Db, now: Date): Promise<number> {
  const due = await db.$queryRaw<GateKey[]>`
    SELECT project_id AS "projectId", id AS "gateId" FROM gate
    WHERE state = 'pending' AND warned_at IS NULL AND warn_at <= ${now} AND deadline_at > ${now}
      AND ${isNotHeldBack(WARNING, Prisma.sql`gate.project_id`, Prisma.sql`gate.id`, now)}
    ORDER BY deadline_at LIMIT ${SWEEP_LIMIT}`
  return warnGates(db, due, now)
}

/** Warns of those of these gates that are due, each on its own; returns of how many. */
async function warnGates(db: Db, gates: readonly GateKey[], now: Date): Promise<number> {
  const items = gates.map(({ projectId, gateId }) => ({ projectId, id: gateId }))
  const warned = await processEach({ db, kind: WARNING, now }, items, ({ projectId, id }) =>
    warnGate(db, { projectId, gateId: id }, now),
  )
  return warned.filter(Boolean).length
}

/** Warns of one gate if it is pending and a quarter of its time is left, once for each deadline; returns whether it did. */
export function warnGate(db: Db, { projectId, gateId }: GateKey, now: Date): Promise<boolean> {
  return inTransaction({ db }, async (tx) => {
    const ctx = await deadlineContext(tx, projectId, now)
    return (await changeGate(tx, ctx, gateId, { kind: 'warned' })) === null
  })
}

/** Who acts when a gate's time runs out: nobody but the clock. */
async function deadlineContext(
  tx: Tx,
  projectId: string,
  now: Date,
): Promise<Pick<ProjectContext, 'actor' | 'project' | 'now'>> {
  const project = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { id: true, slug: true, name: true },
  })
  return { actor: { kind: 'system', name: 'Deadline', project }, project, now: () => now }
}
