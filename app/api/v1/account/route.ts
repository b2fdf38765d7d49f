import { route } from '@/lib/http/route'
import { updateAccount } from '@/lib/operations/account/update-account'

export const PATCH = route(updateAccount)
