import { scoreTrace as contract } from '@/lib/contracts/quality/score-trace'
import { tool } from './tool'

export const scoreTrace = tool(contract, 'score_trace', 'contract')
