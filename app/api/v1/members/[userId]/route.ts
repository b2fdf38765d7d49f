import { route } from '@/lib/http/route'
import { removeMember } from '@/lib/operations/members/remove-member'

export const DELETE = route(removeMember)
