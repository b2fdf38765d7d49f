import { checkCompleteness as contract } from '@/lib/contracts/quality/check-completeness'
import { checkCompleteness as check } from '@/lib/engine/quality-check/check-completeness'
import { tool } from './tool'

export const checkCompleteness = tool(contract, check)
