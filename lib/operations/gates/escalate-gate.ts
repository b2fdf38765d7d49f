import { escalateGate as contract } from '@/lib/contracts/gate-moves'
import { operation } from '../operation'
import { actOnGate } from './act-on-gate'

/** Moves a gate to another owner or to the admins, with a reason. Nothing is decided by it. */
export const escalateGate = operation(contract, (ctx, { gateId, to, reason }) =>
  actOnGate(ctx, gateId, { kind: 'escalated', to, reason }),
)
