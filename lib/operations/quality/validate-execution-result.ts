import { validateExecutionResult as contract } from '@/lib/contracts/quality/execution'
import { tool } from './tool'

export const validateExecutionResult = tool(contract, 'validate_execution_result', 'quality_criteria')
