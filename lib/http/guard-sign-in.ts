import { sessionCookieName } from '@/lib/auth/session-cookie'
import { AppError } from '@/lib/operations/errors'
import { readBytes } from './body'
import { forgetFailedSignIns, limitSignIn } from './rate-limit'
import { handle } from './route'

const MAX_FORM_BYTES = 16 * 1024

/** Limits attempts to sign in with a password: too many by address or by e-mail are 429 before the password is looked at. */
export function guardSignIn(request: Request, answer: () => Promise<Response>): Promise<Response> {
  if (!new URL(request.url).pathname.endsWith('/callback/credentials')) return answer()
  return handle(async () => {
    const email = await readEmail(request.clone())
    await limitSignIn(request, email)
    const response = await answer()
    if (startsSession(response)) await forgetFailedSignIns(email)
    return response
  })
}

/** The e-mail that will be tried: read in the one form and in the same way as the sign-in itself reads it. */
async function readEmail(request: Request): Promise<string> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded'))
    throw new AppError('unsupported_media_type', 'send content-type: application/x-www-form-urlencoded')
  const form = new URLSearchParams(new TextDecoder().decode(await readBytes(request, MAX_FORM_BYTES)))
  return Object.fromEntries(form).email ?? ''
}

function startsSession(response: Response): boolean {
  return response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionCookieName()}=`))
}
