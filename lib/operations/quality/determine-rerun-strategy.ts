import { determineRerunStrategy as contract } from '@/lib/contracts/quality/execution'
import { tool } from './tool'

export const determineRerunStrategy = tool(contract, 'determine_rerun_strategy', 'intent_graph')
