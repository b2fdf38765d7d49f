import { route } from '@/lib/http/route'
import { requestReview } from '@/lib/operations/gates/request-review'

export const POST = route(requestReview)
