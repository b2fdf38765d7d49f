import { normalEmail } from '@/lib/operations/account/users'
import { countUse, forgetUses } from '@/lib/operations/rate-limit/limits'
import { senderOf } from './origin'

/** Counts one attempt to sign in by its address. @throws AppError rate_limited */
export async function limitSignInFrom(request: Request): Promise<void> {
  await countUse('signInByAddress', senderOf(request))
}

/**
 * Counts one attempt to sign in with an e-mail: from one address only some are taken; from all of them together each takes longer
 * than the one before, so that guessing from many addresses is slow and the owner of the e-mail is never shut out.
 * @returns for how many ms the attempt has to wait
 * @throws AppError rate_limited
 */
export async function limitSignInAs(request: Request, email: string): Promise<number> {
  await countUse('signInByPair', pairOf(request, email))
  return signInDelayMs(await countUse('signInByEmail', normalEmail(email)))
}

const FREE_TRIES = 10
const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 8000

/** What the nth attempt of late at one e-mail has to wait: nothing at first, then twice as long each time, up to 8 s. */
export function signInDelayMs(tries: number): number {
  if (tries <= FREE_TRIES) return 0
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(20, tries - FREE_TRIES - 1))
}

/** After a success the person starts from zero again. */
export async function forgetFailedSignIns(request: Request, email: string): Promise<void> {
  await forgetUses('signInByPair', pairOf(request, email))
  await forgetUses('signInByEmail', normalEmail(email))
}

function pairOf(request: Request, email: string): string {
  return `${senderOf(request)} ${normalEmail(email)}`
}
