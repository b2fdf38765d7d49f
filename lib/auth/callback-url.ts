import { invalidInput } from '@/lib/operations/errors'
import { isServedOverHttps } from './session-cookie'

/** The cookie in which the sign-in library keeps where to go on. */
const cookieName = () => `${isServedOverHttps() ? '__Secure-' : ''}next-auth.callback-url`

/**
 * Where to go on after signing in, as the address or a cookie names it, has to be an address: the library takes anything else for a fault
 * of this server.
 * @throws AppError invalid_input
 */
export function assertCallbackUrl(request: Request): void {
  const named = new URL(request.url).searchParams.getAll('callbackUrl')
  const kept = readCookie(request.headers.get('cookie') ?? '', cookieName())
  if ([...named, ...kept].every(isAddress)) return
  throw invalidInput([{ path: 'callbackUrl', message: 'must be a path that begins with / or an http address' }])
}

/** Forgets a crooked one, so that who has it in a cookie gets in at the next attempt. */
export function forgetCallbackUrl(response: Response): Response {
  const secure = isServedOverHttps() ? '; Secure' : ''
  response.headers.append('set-cookie', `${cookieName()}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`)
  return response
}

/** Where the library goes on: an address of this desk as it is, anything else at its first page. */
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
