import { groupFailures as contract } from '@/lib/contracts/quality/failures'
import { tool } from '../quality/tool'

export const groupFailures = tool(contract, 'group_failures', 'messages')
