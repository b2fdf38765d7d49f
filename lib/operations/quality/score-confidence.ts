import { scoreConfidence as contract } from '@/lib/contracts/quality/scoring'
import { tool } from './tool'

export const scoreConfidence = tool(contract, 'score_confidence', 'signals')
