import { extendGate as contract } from '@/lib/contracts/gate-moves'
import { operation } from '../operation'
import { actOnGate } from './act-on-gate'

/** Moves the deadline; the warning comes anew. */
export const extendGate = operation(contract, (ctx, { gateId, deadlineAt, reason }) =>
  actOnGate(ctx, gateId, { kind: 'extended', deadlineAt: Date.parse(deadlineAt), reason }),
)
