import { route } from '@/lib/http/route'
import { checkCompleteness } from '@/lib/operations/quality/check-completeness'

export const POST = route(checkCompleteness, { bodyLimit: 8 * 1024 * 1024 })
