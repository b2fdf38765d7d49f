import { route } from '@/lib/http/route'
import { getFailurePatterns } from '@/lib/operations/failures/get-failure-patterns'

export const GET = route(getFailurePatterns)
