import { checkCompleteness as contract } from '@/lib/contracts/quality/check-completeness'
import { tool } from './tool'

export const checkCompleteness = tool(contract, 'check_completeness', 'required_outputs')
