import { getEnv } from '@/lib/env'

/** Whether people reach this desk over https, by its own address. */
export function isServedOverHttps(): boolean {
  return getEnv().APP_URL.startsWith('https://')
}

/** The name under which the browser keeps the session. */
export function sessionCookieName(): string {
  return isServedOverHttps() ? '__Secure-next-auth.session-token' : 'next-auth.session-token'
}
