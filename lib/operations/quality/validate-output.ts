import { validateOutput as contract } from '@/lib/contracts/quality/output'
import { tool } from './tool'

export const validateOutput = tool(contract, 'validate_output', 'schema')
