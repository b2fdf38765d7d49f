import type { GateActor } from '@/lib/engine/gate-states/gate-status'
import type { Actor } from '../context'

/** Who acts, as a gate's states tell them apart. */
export function gateActorOf(actor: Actor): GateActor {
  if (actor.kind === 'user') return { kind: 'person', id: actor.userId }
  return { kind: actor.kind === 'system' ? 'job' : 'key' }
}
