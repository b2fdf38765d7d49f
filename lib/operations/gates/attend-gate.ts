import type { Db } from '@/lib/db/client'
import { timeOutDueGates, timeOutGate } from './time-out-gates'
import { warnDueGates, warnGate } from './warn-gates'

/** What time asks of one gate: a warning, or its end. Safe to repeat, on several instances at once. */
export async function attendGate(db: Db, gate: { projectId: string; gateId: string }, now: Date): Promise<void> {
  await warnGate(db, gate, now)
  await timeOutGate(db, gate, now)
}

/** What time asks of all gates. What a lost alarm left, this finds. */
export async function attendDueGates(db: Db, now: Date): Promise<void> {
  await warnDueGates(db, now)
  await timeOutDueGates(db, now)
}
