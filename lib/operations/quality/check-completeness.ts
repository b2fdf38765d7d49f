import { checkCompleteness as contract } from '@/lib/contracts/quality/checks'
import { tool } from './tool'

export const checkCompleteness = tool(contract, 'check_completeness', 'required_outputs')
