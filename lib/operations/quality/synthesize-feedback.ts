import { synthesizeFeedback as contract } from '@/lib/contracts/quality/synthesize-feedback'
import { synthesizeFeedback as synthesize } from '@/lib/engine/feedback/synthesize-feedback'
import { tool } from './tool'

export const synthesizeFeedback = tool(contract, synthesize)
