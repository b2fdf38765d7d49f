import { route } from '@/lib/http/route'
import { determineRerunStrategy } from '@/lib/operations/quality/determine-rerun-strategy'

export const POST = route(determineRerunStrategy, { bodyLimit: 8 * 1024 * 1024 })
