import { getGate as getContract } from '@/lib/contracts/gates'
import { operation } from '../operation'
import { toGateDetail } from './to-gate-detail'

/** One gate with its evidence, as the one who asks may see and decide it. */
export const getGate = operation(getContract, (ctx, { gateId }) => toGateDetail(ctx, gateId))
