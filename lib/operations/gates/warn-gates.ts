import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '../context'
import { isNotHeldBack } from '../work/failing-work'
import { processEach } from '../work/process-each'
import { changeGate } from './change-gate'
import { deadlineContext } from './deadline-context'
import type { GateKey } from './time-out-gates'

const SWEEP_LIMIT = 200
const KIND = 'gate_warning'

/** Warns of every gate whose hour to warn has come, in every project; returns of how many. */
export async function warnDueGates(db: Db, now: Date): Promise<number> {
  const due = await db.$queryRaw<GateKey[]>`
    SELECT project_id AS "projectId", id AS "gateId" FROM gate
    WHERE state = 'pending' AND warned_at IS NULL AND warn_at <= ${now} AND deadline_at > ${now}
      AND ${isNotHeldBack(KIND, Prisma.sql`gate.project_id`, Prisma.sql`gate.id`, now)}
    ORDER BY deadline_at LIMIT ${SWEEP_LIMIT}`
  return warnGates(db, due, now)
}

/** Warns of those of these gates that are due, each on its own; returns of how many. */
export async function warnGates(db: Db, gates: readonly GateKey[], now: Date): Promise<number> {
  const items = gates.map(({ projectId, gateId }) => ({ projectId, id: gateId }))
  const warned = await processEach({ db, kind: KIND, now }, items, ({ projectId, id }) =>
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
