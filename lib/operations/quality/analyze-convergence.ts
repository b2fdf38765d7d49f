import { analyzeConvergence as contract } from '@/lib/contracts/quality/iteration'
import { tool } from './tool'

export const analyzeConvergence = tool(contract, 'analyze_convergence', 'scores')
