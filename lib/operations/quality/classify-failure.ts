import { classifyFailure as contract } from '@/lib/contracts/quality/classify-failure'
import { classifyFailure as classify } from '@/lib/engine/failures/classify-failure'
import { tool } from './tool'

export const classifyFailure = tool(contract, classify)
