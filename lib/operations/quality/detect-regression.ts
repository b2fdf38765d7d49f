import { detectRegression as contract } from '@/lib/contracts/quality/detect-regression'
import { detectRegression as detect } from '@/lib/engine/regression/detect-regression'
import { tool } from './tool'

export const detectRegression = tool(contract, detect)
