import { route } from '@/lib/http/route'
import { addTrials } from '@/lib/operations/trials/add-trials'
import { listTrials } from '@/lib/operations/trials/list-trials'

export const GET = route(listTrials)
export const POST = route(addTrials)
