import { route } from '@/lib/http/route'
import { getMail } from '@/lib/operations/mail/get-mail'

export const GET = route(getMail)
