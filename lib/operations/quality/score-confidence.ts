import { scoreConfidence as contract } from '@/lib/contracts/quality/score-confidence'
import { scoreConfidence as score } from '@/lib/engine/confidence/score-confidence'
import { tool } from './tool'

export const scoreConfidence = tool(contract, score)
