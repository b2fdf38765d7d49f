import { route } from '@/lib/http/route'
import { evaluateQualityGate } from '@/lib/operations/quality/evaluate-quality-gate'

export const POST = route(evaluateQualityGate, { bodyLimit: 8 * 1024 * 1024 })
