import { decideIteration as contract } from '@/lib/contracts/quality/decide-iteration'
import { decideIteration as decide } from '@/lib/engine/iteration/decide-iteration'
import { tool } from './tool'

export const decideIteration = tool(contract, decide)
