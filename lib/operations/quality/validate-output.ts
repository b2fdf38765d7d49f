import { validateOutput as contract } from '@/lib/contracts/quality/validate-output'
import { tool } from './tool'

export const validateOutput = tool(contract, 'validate_output', 'schema')
