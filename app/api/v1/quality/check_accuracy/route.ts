import { route } from '@/lib/http/route'
import { checkAccuracy } from '@/lib/operations/quality/check-accuracy'

export const POST = route(checkAccuracy, { bodyLimit: 8 * 1024 * 1024 })
