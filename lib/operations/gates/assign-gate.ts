import { assignGate as contract } from '@/lib/contracts/gate-moves'
import { operation } from '../operation'
import { actOnGate } from './act-on-gate'

/** Gives a gate to somebody who may decide it, or to nobody. */
export const assignGate = operation(contract, (ctx, { gateId, userId }) =>
  actOnGate(ctx, gateId, { kind: 'assigned', to: userId }),
)
