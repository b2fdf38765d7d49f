import { route } from '@/lib/http/route'
import { detectHallucinations } from '@/lib/operations/quality/detect-hallucinations'

export const POST = route(detectHallucinations, { bodyLimit: 8 * 1024 * 1024 })
