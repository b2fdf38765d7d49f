import { route } from '@/lib/http/route'
import { testMail } from '@/lib/operations/mail/test-mail'

export const POST = route(testMail)
