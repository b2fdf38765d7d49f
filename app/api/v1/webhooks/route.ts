import { route } from '@/lib/http/route'
import { createEndpoint } from '@/lib/operations/webhooks/create-endpoint'
import { listEndpoints } from '@/lib/operations/webhooks/list-endpoints'

export const GET = route(listEndpoints)
export const POST = route(createEndpoint)
