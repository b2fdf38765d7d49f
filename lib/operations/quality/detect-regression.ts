import { detectRegression as contract } from '@/lib/contracts/quality/detect-regression'
import { tool } from './tool'

export const detectRegression = tool(contract, 'detect_regression', 'current')
