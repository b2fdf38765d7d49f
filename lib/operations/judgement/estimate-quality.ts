import { estimateQuality as contract } from '@/lib/contracts/judgement'
import { tool } from '../quality/tool'

export const estimateQuality = tool(contract, 'estimate_quality', 'unlabelled')
