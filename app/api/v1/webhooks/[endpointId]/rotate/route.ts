import { route } from '@/lib/http/route'
import { rotateSecret } from '@/lib/operations/webhooks/rotate-secret'

export const POST = route(rotateSecret)
