import { classifyFailure as contract } from '@/lib/contracts/quality/classify-failure'
import { tool } from './tool'

export const classifyFailure = tool(contract, 'classify_failure', 'message')
