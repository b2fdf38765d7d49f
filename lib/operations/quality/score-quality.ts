import { scoreQuality as contract } from '@/lib/contracts/quality/score-quality'
import { scoreQuality as score } from '@/lib/engine/quality-check/score-quality'
import { tool } from './tool'

export const scoreQuality = tool(contract, score)
