import { route } from '@/lib/http/route'
import { validateOutput } from '@/lib/operations/quality/validate-output'

export const POST = route(validateOutput, { bodyLimit: 8 * 1024 * 1024 })
