import { recommendStop as contract } from '@/lib/contracts/quality/iteration'
import { tool } from '../quality/tool'

export const recommendStop = tool(contract, 'recommend_stop', 'scores')
