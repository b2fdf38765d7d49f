import { route } from '@/lib/http/route'
import { removeMember } from '@/lib/operations/members/remove-member'
import { updateMember } from '@/lib/operations/members/update-member'

export const PATCH = route(updateMember)
export const DELETE = route(removeMember)
