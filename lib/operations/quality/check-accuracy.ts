import { checkAccuracy as contract } from '@/lib/contracts/quality/check-accuracy'
import { checkAccuracy as check } from '@/lib/engine/quality-check/check-accuracy'
import { tool } from './tool'

export const checkAccuracy = tool(contract, check)
