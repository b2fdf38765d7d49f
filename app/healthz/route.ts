import { healthz } from '@/lib/http/health'
import { otherMethods } from '@/lib/http/other-methods'

export const GET = healthz
export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods('GET')
