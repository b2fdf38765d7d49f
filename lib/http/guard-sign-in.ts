import { setTimeout as pause } from 'node:timers/promises'
import { assertCallbackUrl, forgetCallbackUrl } from '@/lib/auth/callback-url'
import { sessionCookieName } from '@/lib/auth/session-cookie'
import { normalEmail } from '@/lib/operations/account/users'
import { AppError } from '@/lib/operations/errors'
import { countUse, forgetUses } from '@/lib/operations/rate-limit/limits'
import { limitStranger } from './actor'
import { STRANGERS, withBodyMemory } from './body/body-memory'
import { readBytes } from './body/read-body'
import { senderOf } from './origin'
import { allowOf, refuseMethod } from './other-methods'
import { handle } from './respond'

const MAX_FORM_BYTES = 16 * 1024

/**
 * Paths that check no password. All others count as attempts: the library takes `/callback/%63redentials` and `/callback/credentials/x` for
 * the address of the password, too.
 */
const NO_ATTEMPTS = /^\/api\/auth\/(?:signin(?:\/\w+)?|signout|session|_log)$/

type Answer = (request: Request) => Promise<Response>
type Pause = (ms: number) => Promise<unknown>

/**
 * Protects the sign-in library, which reads bodies of any size and allows unlimited attempts: large bodies get 413, and too many password
 * attempts from one address get 429 before the password is checked. Many attempts for one e-mail from any address are only delayed, longer
 * each time.
 */
export function guardSignIn(request: Request, answer: Answer, wait: Pause = pause): Promise<Response> {
  return handle(async () => {
    const { url, method, headers } = request
    const isAttempt = !NO_ATTEMPTS.test(new URL(url).pathname)
    if (isAttempt) await limitSignInFrom(request)
    else await limitStranger(request)
    const body = await withBodyMemory(STRANGERS, async (claim) =>
      (await readBytes(request, MAX_FORM_BYTES, claim)).toString(),
    )
    const proceed = () => answer(new Request(url, { method, headers, body }))
    if (!isAttempt) return proceed()
    const email = readEmail(headers, body)
    const delayMs = await limitSignInAs(request, email)
    if (delayMs > 0) await wait(delayMs)
    const response = await proceed()
    if (startsSession(response)) await forgetFailedSignIns(request, email)
    return response
  })
}

/**
 * Wraps the sign-in library's answer: a malformed `callbackUrl` gets 400, and reading the password's address 405, where the library would report
 * a server error.
 */
export async function answerSignIn(request: Request, answer: () => Promise<Response>): Promise<Response> {
  if (request.method === 'GET' && new URL(request.url).pathname.endsWith('/callback/credentials'))
    return refuseMethod(allowOf(['POST']))
  const response = await handle(async () => {
    assertCallbackUrl(request)
    return answer()
  })
  return response.status === 400 ? forgetCallbackUrl(response) : response
}

/** The e-mail of the attempt, read as the library reads it: if there are several, the last one counts. */
function readEmail(headers: Headers, body: string): string {
  if (!headers.get('content-type')?.startsWith('application/x-www-form-urlencoded'))
    throw new AppError('unsupported_media_type', 'send content-type: application/x-www-form-urlencoded')
  return Object.fromEntries(new URLSearchParams(body)).email ?? ''
}

function startsSession(response: Response): boolean {
  return response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionCookieName()}=`))
}

/** Counts a sign-in attempt by its address. @throws AppError rate_limited */
async function limitSignInFrom(request: Request): Promise<void> {
  await countUse('signInByAddress', senderOf(request))
}

/**
 * Counts a sign-in attempt for an e-mail. Attempts from one address are limited; attempts from all addresses together are delayed, longer
 * each time, so that distributed guessing is slow but the owner is never locked out.
 * @returns the delay of the attempt in ms
 * @throws AppError rate_limited
 */
async function limitSignInAs(request: Request, email: string): Promise<number> {
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
async function forgetFailedSignIns(request: Request, email: string): Promise<void> {
  await forgetUses('signInByPair', pairOf(request, email))
  await forgetUses('signInByEmail', normalEmail(email))
}

function pairOf(request: Request, email: string): string {
  return `${senderOf(request)} ${normalEmail(email)}`
}
