import { undoGate as contract } from '@/lib/contracts/gates'
import { operation } from '../operation'
import { actOnGate } from './act-on-gate'

/** Takes a decision back, while nothing newer stands on it. */
export const undoGate = operation(contract, (ctx, { gateId, reason }) =>
  actOnGate(ctx, gateId, { kind: 'reversed', reason }),
)
