import { route } from '@/lib/http/route'
import { revokeInvitation } from '@/lib/operations/invitations/revoke-invitation'

export const DELETE = route(revokeInvitation)
