import { route } from '@/lib/http/route'
import { declineInvitation } from '@/lib/operations/invitations/decline-invitation'

export const POST = route(declineInvitation)
