import { route } from '@/lib/http/route'
import { checkVerification } from '@/lib/operations/quality/check-verification'

export const POST = route(checkVerification, { bodyLimit: 8 * 1024 * 1024 })
