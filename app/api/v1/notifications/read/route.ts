import { route } from '@/lib/http/route'
import { readNotifications } from '@/lib/operations/notifications/read-notifications'

export const POST = route(readNotifications)
