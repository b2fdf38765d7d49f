import { validateOutput as contract } from '@/lib/contracts/quality/validate-output'
import { validateOutput as validate } from '@/lib/engine/output/validate-output'
import { tool } from './tool'

export const validateOutput = tool(contract, validate)
