import { scoreTrace as contract } from '@/lib/contracts/quality/score-trace'
import { scoreTrace as score } from '@/lib/engine/trace/score-trace'
import { tool } from './tool'

export const scoreTrace = tool(contract, score)
