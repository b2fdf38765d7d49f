/**
 * The origin a page is opened at, as its browser will know it: of a desk served over https its public address, since a proxy before it need not
 * pass on the host; otherwise the host of the request.
 * @param appUrl the public address of the desk
 * @param host the header of the request
 */
export function pageOrigin(appUrl: string, host: string | null): string {
  const publicOrigin = new URL(appUrl).origin
  if (publicOrigin.startsWith('https:') || !host) return publicOrigin
  const asked = URL.parse(`http://${host}`)
  // Not so if it is more than a host, such as a login before it.
  return asked?.href === `http://${asked?.host}/` ? asked.origin : publicOrigin
}
