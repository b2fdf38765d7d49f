import { checkAccuracy as contract } from '@/lib/contracts/quality/checks'
import { tool } from './tool'

export const checkAccuracy = tool(contract, 'check_accuracy', 'accuracy_criteria')
