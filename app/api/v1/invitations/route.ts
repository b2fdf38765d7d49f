import { route } from '@/lib/http/route'
import { invite } from '@/lib/operations/invitations/invite'
import { listInvitations } from '@/lib/operations/invitations/list-invitations'

export const GET = route(listInvitations)
export const POST = route(invite)
