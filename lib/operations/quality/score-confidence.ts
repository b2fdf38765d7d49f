import { scoreConfidence as contract } from '@/lib/contracts/quality/score-confidence'
import { tool } from './tool'

export const scoreConfidence = tool(contract, 'score_confidence', 'signals')
