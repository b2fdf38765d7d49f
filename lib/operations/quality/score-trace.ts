import { scoreTrace as contract } from '@/lib/contracts/quality/scoring'
import { tool } from './tool'

export const scoreTrace = tool(contract, 'score_trace', 'contract')
