import { getEnv } from '@/lib/env'

/** Whether the public address of this desk is https. */
export function isServedOverHttps(): boolean {
  return getEnv().APP_URL.startsWith('https://')
}

/** Returns the name of the session cookie: browsers take one with the prefix over HTTPS only. */
export function sessionCookieName(): string {
  return isServedOverHttps() ? '__Secure-next-auth.session-token' : 'next-auth.session-token'
}

/** The project this browser visited last. */
export const LAST_PROJECT_COOKIE = 'veritas-project'

/** Set by the proxy on every page request, so that a page can send a person back after sign-in. */
export const PAGE_PATH_HEADER = 'x-veritas-page'
