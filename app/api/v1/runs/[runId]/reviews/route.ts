import { route } from '@/lib/http/route'
import { reviewRun } from '@/lib/operations/reviews/review-run'

export const POST = route(reviewRun)
