import { route } from '@/lib/http/route'
import { acceptInvitation } from '@/lib/operations/invitations/accept-invitation'

export const POST = route(acceptInvitation)
