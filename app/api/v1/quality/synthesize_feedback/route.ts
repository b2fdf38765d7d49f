import { route } from '@/lib/http/route'
import { synthesizeFeedback } from '@/lib/operations/quality/synthesize-feedback'

export const POST = route(synthesizeFeedback, { bodyLimit: 8 * 1024 * 1024 })
