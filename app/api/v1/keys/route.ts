import { route } from '@/lib/http/route'
import { createKey } from '@/lib/operations/keys/create-key'
import { listKeys } from '@/lib/operations/keys/list-keys'

export const GET = route(listKeys)
export const POST = route(createKey)
