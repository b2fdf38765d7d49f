import type { Db } from '@/lib/db/client'
import { type GateKey, timeOutDueGates, timeOutGates } from './time-out-gates'
import { warnDueGates, warnGates } from './warn-gates'

/** What time asks of these gates: a warning, or their end. Safe to repeat, on several instances at once. */
export async function attendGates(db: Db, gates: readonly GateKey[], now: Date): Promise<void> {
  await warnGates(db, gates, now)
  await timeOutGates(db, gates, now)
}

/** What time asks of all gates. What a lost alarm left, this finds. */
export async function attendDueGates(db: Db, now: Date): Promise<void> {
  await warnDueGates(db, now)
  await timeOutDueGates(db, now)
}
