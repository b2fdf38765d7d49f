import { ApiError, toApiError } from '@/lib/api/api-error'
import { type CsrfAnswer, type RedirectAnswer, SESSION_PATHS } from '@/lib/contracts/session'

/**
 * Signs in with a password; the session is stored in a cookie.
 * @throws ApiError unauthorized for a wrong e-mail or password, rate_limited after too many attempts
 */
export async function signIn(email: string, password: string): Promise<void> {
  const url = await post(SESSION_PATHS.password, { email, password })
  if (url.pathname === '/signin')
    throw new ApiError('unauthorized', 401, 'the sign-in page is out of date: load it again')
}

/**
 * Signs in with a password that was just set. Does not fail: its link is used up, so sending the form again could only be refused, and the
 * page that is opened next asks for the password.
 */
export const signInAsNew = (email: string, password: string): Promise<void> =>
  signIn(email, password).catch(() => undefined)

/** Redirects to an identity provider to sign in, and from there to `returnPath`. */
export async function signInWith(provider: string, returnPath: string): Promise<void> {
  const url = await post(SESSION_PATHS.provider(provider), { callbackUrl: returnPath })
  window.location.assign(url)
}

/** Ends the session of this browser, forgets what was typed and not sent, and loads another page, the sign-in page by default, so that no data stays in memory. */
export async function signOut(leaveFor = '/signin'): Promise<void> {
  await post(SESSION_PATHS.signOut, {})
  try {
    sessionStorage.clear()
  } catch {
    // Without storage nothing was kept.
  }
  window.location.assign(leaveFor)
}

/** Extends the session, since the person is active. */
export async function renewSession(): Promise<void> {
  await fetch(SESSION_PATHS.session, { cache: 'no-store' }).catch(() => undefined)
}

async function post(path: string, fields: Record<string, string>): Promise<URL> {
  const { csrfToken }: CsrfAnswer = await (await send(SESSION_PATHS.csrf)).json()
  const response = await send(path, {
    method: 'POST',
    body: new URLSearchParams({ callbackUrl: '/', ...fields, csrfToken, json: 'true' }),
  })
  const answer: RedirectAnswer = await response.json()
  return new URL(answer.url, window.location.origin)
}

async function send(path: string, init?: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, { cache: 'no-store', ...init })
  } catch (cause) {
    throw new ApiError('network', 0, 'the server cannot be reached', { cause })
  }
  if (response.ok) return response
  throw toApiError(response, await response.json().catch(() => undefined))
}
