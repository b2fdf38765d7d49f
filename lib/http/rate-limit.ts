import { normalEmail } from '@/lib/operations/account/users'
import { countUse, forgetUses } from '@/lib/operations/rate-limit/limits'
import { senderOf } from './origin'

/** Counts one attempt to sign in by its address. @throws AppError rate_limited */
export async function limitSignInFrom(request: Request): Promise<void> {
  await countUse('signInByAddress', senderOf(request))
}

/** Counts one attempt to sign in by its e-mail. @throws AppError rate_limited */
export async function limitSignInAs(email: string): Promise<void> {
  await countUse('signInByEmail', normalEmail(email))
}

/** After a success the person starts from zero again. */
export async function forgetFailedSignIns(email: string): Promise<void> {
  await forgetUses('signInByEmail', normalEmail(email))
}
