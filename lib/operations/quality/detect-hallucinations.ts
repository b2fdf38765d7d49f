import { detectHallucinations as contract } from '@/lib/contracts/quality/output'
import { tool } from './tool'

export const detectHallucinations = tool(contract, 'detect_hallucinations', 'output')
