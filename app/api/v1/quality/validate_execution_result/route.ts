import { route } from '@/lib/http/route'
import { validateExecutionResult } from '@/lib/operations/quality/validate-execution-result'

export const POST = route(validateExecutionResult, { bodyLimit: 8 * 1024 * 1024 })
