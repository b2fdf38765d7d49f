import { route } from '@/lib/http/route'
import { listDeliveries } from '@/lib/operations/webhooks/list-deliveries'

export const GET = route(listDeliveries)
