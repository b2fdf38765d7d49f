import { getEnv } from '@/lib/env'

/** Returns the absolute URL of a page of the desk; `path` may have a query and a fragment. */
export function deskUrl(path: string): string {
  return new URL(path, getEnv().APP_URL).href
}
