import { invalidInput } from '@/lib/operations/errors'
import { isServedOverHttps } from './session-cookie'

/** Name of the cookie in which the sign-in library stores the redirect target. */
const cookieName = () => `${isServedOverHttps() ? '__Secure-' : ''}next-auth.callback-url`

/**
 * Rejects a malformed redirect target in the query or cookie: the library would treat it as a server error.
 * @throws AppError invalid_input
 */
export function assertCallbackUrl(request: Request): void {
  const named = new URL(request.url).searchParams.getAll('callbackUrl')
  const kept = readCookie(request.headers.get('cookie') ?? '', cookieName())
  if ([...named, ...kept].every(isAddress)) return
  throw invalidInput([{ path: 'callbackUrl', message: 'must be a path that begins with / or an http address' }])
}

/** Clears the redirect cookie, so that a browser with a malformed one can sign in at the next attempt. */
export function forgetCallbackUrl(response: Response): Response {
  const secure = isServedOverHttps() ? '; Secure' : ''
  response.headers.append('set-cookie', `${cookieName()}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`)
  return response
}

/** Redirect target after sign-in: a URL of this desk unchanged, anything else replaced by the home page. */
export function redirectWithin({ url, baseUrl }: { url: string; baseUrl: string }): string {
  const target = URL.parse(url, baseUrl)
  return target?.origin === baseUrl ? target.href : baseUrl
}

function readCookie(header: string, name: string): string[] {
  return header.split(';').flatMap((part) => {
    const [key = '', ...value] = part.trim().split('=')
    if (key !== name) return []
    try {
      return [decodeURIComponent(value.join('='))]
    } catch {
      return ['%']
    }
  })
}

function isAddress(text: string): boolean {
  if (text === '') return true
  const url = text.startsWith('/') ? URL.parse(text, 'http://desk') : URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol)
}
