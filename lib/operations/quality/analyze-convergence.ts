import { analyzeConvergence as contract } from '@/lib/contracts/quality/analyze-convergence'
import { analyzeConvergence as analyze } from '@/lib/engine/iteration/analyze-convergence'
import { tool } from './tool'

export const analyzeConvergence = tool(contract, analyze)
