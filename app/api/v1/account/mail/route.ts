import { route } from '@/lib/http/route'
import { getMailChoice } from '@/lib/operations/account/get-mail-choice'
import { updateMailChoice } from '@/lib/operations/account/update-mail-choice'

export const GET = route(getMailChoice)
export const PATCH = route(updateMailChoice)
