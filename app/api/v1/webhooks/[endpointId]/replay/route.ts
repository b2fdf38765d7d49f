import { route } from '@/lib/http/route'
import { replayDeliveries } from '@/lib/operations/webhooks/replay-deliveries'

export const POST = route(replayDeliveries)
