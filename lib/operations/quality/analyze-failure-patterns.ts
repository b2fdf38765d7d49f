import { analyzeFailurePatterns as contract } from '@/lib/contracts/quality/failures'
import { tool } from './tool'

export const analyzeFailurePatterns = tool(contract, 'analyze_failure_patterns', 'execution_history')
