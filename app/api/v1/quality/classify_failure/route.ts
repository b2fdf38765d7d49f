import { route } from '@/lib/http/route'
import { classifyFailure } from '@/lib/operations/quality/classify-failure'

export const POST = route(classifyFailure, { bodyLimit: 8 * 1024 * 1024 })
