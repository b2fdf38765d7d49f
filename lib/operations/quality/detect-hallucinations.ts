import { detectHallucinations as contract } from '@/lib/contracts/quality/detect-hallucinations'
import { detectHallucinations as detect } from '@/lib/engine/hallucination/detect-hallucinations'
import { tool } from './tool'

export const detectHallucinations = tool(contract, detect)
