import { route } from '@/lib/http/route'
import { listMembers } from '@/lib/operations/members/list-members'

export const GET = route(listMembers)
