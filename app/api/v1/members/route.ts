import { route } from '@/lib/http/route'
import { addMember } from '@/lib/operations/members/add-member'
import { listMembers } from '@/lib/operations/members/list-members'

export const GET = route(listMembers)
export const POST = route(addMember)
