import { route } from '@/lib/http/route'
import { revokeKey } from '@/lib/operations/keys/revoke-key'

export const DELETE = route(revokeKey)
