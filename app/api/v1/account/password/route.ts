import { route } from '@/lib/http/route'
import { changePassword } from '@/lib/operations/account/change-password'

export const POST = route(changePassword)
