import { scoreQuality as contract } from '@/lib/contracts/quality/scoring'
import { tool } from './tool'

export const scoreQuality = tool(contract, 'score_quality', 'scoring_criteria')
