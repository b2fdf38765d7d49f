import { analyzeFailurePatterns as contract } from '@/lib/contracts/quality/analyze-failure-patterns'
import { tool } from './tool'

export const analyzeFailurePatterns = tool(contract, 'analyze_failure_patterns', 'execution_history')
