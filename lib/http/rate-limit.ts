import { normalEmail } from '@/lib/operations/account/users'
import { countUse, forgetUses } from '@/lib/operations/rate-limit/limits'
import { senderOf } from './origin'

/** Counts a sign-in attempt by its address. @throws AppError rate_limited */
export async function limitSignInFrom(request: Request): Promise<void> {
  await countUse('signInByAddress', senderOf(request))
}

/**
 * Counts a sign-in attempt for an e-mail. Attempts from one address are limited; attempts from all addresses together are delayed, longer
 * each time, so that distributed guessing is slow but the owner is never locked out.
 * @returns the delay of the attempt in ms
 * @throws AppError rate_limited
 */
export async function limitSignInAs(request: Request, email: string): Promise<number> {
  await countUse('signInByPair', pairOf(request, email))
  return signInDelayMs(await countUse('signInByEmail', normalEmail(email)))
}

const FREE_TRIES = 10
const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 8000

/** Delay in ms of the nth recent attempt for an e-mail: none for the first 10, then doubling each time up to 8 s. */
export function signInDelayMs(tries: number): number {
  if (tries <= FREE_TRIES) return 0
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(20, tries - FREE_TRIES - 1))
}

/** Resets the counters after a successful sign-in. */
export async function forgetFailedSignIns(request: Request, email: string): Promise<void> {
  await forgetUses('signInByPair', pairOf(request, email))
  await forgetUses('signInByEmail', normalEmail(email))
}

function pairOf(request: Request, email: string): string {
  return `${senderOf(request)} ${normalEmail(email)}`
}
