import type { GateEvent, GateRefusal, GateStatus } from '@/lib/engine/gate-states/gate-status'
import type { AppError } from '../errors'
import type { Standing } from './gate-standing'
import type { StoredGate } from './load-gate'

type Unsigned<E> = E extends unknown ? Omit<E, 'by'> : never

/** What happens to a gate. Who does it is the actor of the context, and nobody else. */
export type GateHappening = Unsigned<GateEvent>

export type Refused = { refusal: GateRefusal; error: AppError }

/** A change that the states allowed: the gate and its standing before it, and what it becomes. */
export type GateChange<K extends GateEvent['kind'] = GateEvent['kind']> = {
  gate: StoredGate
  standing: Standing
  event: Extract<GateEvent, { kind: K }>
  after: GateStatus
  /** One time for all that follows. */
  now: Date
}
