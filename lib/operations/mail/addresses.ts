import { getEnv } from '@/lib/env'

/** The full address of a page of a project; `path` may hold a query and a fragment. */
export function deskAddress(slug: string, path: string): string {
  return new URL(`/p/${encodeURIComponent(slug)}${path}`, getEnv().APP_URL).href
}

/** The page of an invitation. */
export function invitationAddress(token: string): string {
  return new URL(`/invite/${token}`, getEnv().APP_URL).href
}

/** Where people choose what they are sent. */
export function accountAddress(slug: string): string {
  return deskAddress(slug, '/settings/account#mail')
}
