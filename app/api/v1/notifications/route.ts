import { route } from '@/lib/http/route'
import { listNotifications } from '@/lib/operations/notifications/list-notifications'

export const GET = route(listNotifications)
