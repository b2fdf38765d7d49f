import { route } from '@/lib/http/route'
import { undoReview } from '@/lib/operations/reviews/undo-review'

export const POST = route(undoReview)
