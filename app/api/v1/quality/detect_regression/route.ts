import { route } from '@/lib/http/route'
import { detectRegression } from '@/lib/operations/quality/detect-regression'

export const POST = route(detectRegression, { bodyLimit: 8 * 1024 * 1024 })
