import { route } from '@/lib/http/route'
import { testEndpoint } from '@/lib/operations/webhooks/test-endpoint'

export const POST = route(testEndpoint)
