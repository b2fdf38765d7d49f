import { validateExecutionResult as contract } from '@/lib/contracts/quality/validate-execution-result'
import { validateExecutionResult as validate } from '@/lib/engine/quality-check/validate-execution-result'
import { tool } from './tool'

export const validateExecutionResult = tool(contract, validate)
