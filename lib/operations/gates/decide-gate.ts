import { decideGate as contract } from '@/lib/contracts/gates'
import { operation } from '../operation'
import { actOnGate } from './act-on-gate'

/** A person's yes or no: one vote, counted with those before it, so that exactly one outcome stands. */
export const decideGate = operation(contract, (ctx, { gateId, verdict, evidenceDigest: digest, reason = '' }) =>
  actOnGate(ctx, gateId, { kind: 'voted', verdict, digest, reason }),
)
