/** Where to go after sign-in: a path of this site. Anything that could lead elsewhere is the start page. */
export function returnPath(from: string | string[] | undefined): string {
  const path = Array.isArray(from) ? from[0] : from
  if (!path || !/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return '/'
  return path.startsWith('/signin') || path.startsWith('/api/') ? '/' : path
}

/** Loads another page afresh, with nothing of this one kept. Never settles: the page is on its way out. */
export function navigateAway(path: string): Promise<never> {
  window.location.assign(path)
  return new Promise(() => {})
}
