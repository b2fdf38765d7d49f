import { metrics } from '@/lib/http/health'
import { otherMethods } from '@/lib/http/other-methods'

export const GET = metrics
export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods('GET')
