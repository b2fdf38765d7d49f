import { synthesizeFeedback as contract } from '@/lib/contracts/quality/synthesize-feedback'
import { tool } from './tool'

export const synthesizeFeedback = tool(contract, 'synthesize_feedback', 'issues')
