import { synthesizeFeedback as contract } from '@/lib/contracts/quality/iteration'
import { tool } from './tool'

export const synthesizeFeedback = tool(contract, 'synthesize_feedback', 'issues')
