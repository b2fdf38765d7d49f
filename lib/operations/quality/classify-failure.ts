import { classifyFailure as contract } from '@/lib/contracts/quality/failures'
import { tool } from './tool'

export const classifyFailure = tool(contract, 'classify_failure', 'message')
