/** Returns the path to open after sign-in. Anything that could lead to another site becomes `/`. */
export function returnPath(from: string | string[] | undefined): string {
  const path = Array.isArray(from) ? from[0] : from
  if (!path || !/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return '/'
  return path.startsWith('/signin') || path.startsWith('/api/') ? '/' : path
}

/** Loads a page with a full navigation, discarding client state. The promise never settles, so that forms stay busy. */
export function navigateAway(path: string): Promise<never> {
  window.location.assign(path)
  return new Promise(() => {})
}
