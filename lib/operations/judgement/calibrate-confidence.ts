import { calibrateConfidence as contract } from '@/lib/contracts/judgement'
import { tool } from '../quality/tool'

export const calibrateConfidence = tool(contract, 'calibrate_confidence', 'verdicts')
