import { getEnv } from '@/lib/env'

/** Whether the public address of this desk is https. */
export function isServedOverHttps(): boolean {
  return getEnv().APP_URL.startsWith('https://')
}

/** Name of the session cookie. */
export function sessionCookieName(): string {
  return isServedOverHttps() ? '__Secure-next-auth.session-token' : 'next-auth.session-token'
}
