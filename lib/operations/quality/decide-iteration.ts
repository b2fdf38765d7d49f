import { decideIteration as contract } from '@/lib/contracts/quality/iteration'
import { tool } from './tool'

export const decideIteration = tool(contract, 'decide_iteration', 'history')
