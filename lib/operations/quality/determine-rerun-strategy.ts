import { determineRerunStrategy as contract } from '@/lib/contracts/quality/determine-rerun-strategy'
import { determineRerunStrategy as determine } from '@/lib/engine/quality-check/determine-rerun-strategy'
import { tool } from './tool'

export const determineRerunStrategy = tool(contract, determine)
