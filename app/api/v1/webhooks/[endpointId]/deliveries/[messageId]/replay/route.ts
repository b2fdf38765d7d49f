import { route } from '@/lib/http/route'
import { replayDelivery } from '@/lib/operations/webhooks/replay-delivery'

export const POST = route(replayDelivery)
