import { route } from '@/lib/http/route'
import { deleteEndpoint } from '@/lib/operations/webhooks/delete-endpoint'
import { updateEndpoint } from '@/lib/operations/webhooks/update-endpoint'

export const PATCH = route(updateEndpoint)
export const DELETE = route(deleteEndpoint)
