import { attributeFailure as contract } from '@/lib/contracts/run-judgement'
import { tool } from '../quality/tool'

export const attributeFailure = tool(contract, 'attribute_failure', 'steps')
