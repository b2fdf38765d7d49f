import { analyzeFailurePatterns as contract } from '@/lib/contracts/quality/analyze-failure-patterns'
import { analyzeFailurePatterns as analyze } from '@/lib/engine/quality-check/analyze-failure-patterns'
import { tool } from './tool'

export const analyzeFailurePatterns = tool(contract, analyze)
