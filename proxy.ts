import { type NextRequest, NextResponse } from 'next/server'
import { isServedOverHttps, LAST_PROJECT_COOKIE, PAGE_PATH_HEADER, sessionCookieName } from '@/lib/auth/session-cookie'
import { placeInProject } from '@/lib/http/place-in-project'
import { contentSecurityPolicy } from '@/lib/http/security-headers'
import { isReadablePath, unreadablePathAnswer } from '@/lib/http/unreadable-path'

// Pages visible without a session. All pages check the session themselves; this only saves a round trip.
const OPEN = ['/signin', '/setup', '/invite', '/forgot', '/reset', '/reference']
const API = /^\/(?:api|v1)\//
const NO_PAGE = '/no-such-page'

/**
 * Runs before pages: redirects anonymous visitors to sign-in, adds the last project to an address without one, and sets the content security
 * policy of each page. Of the API it only handles paths with a percent sign, since Next.js fails on a malformed one with an error of its own.
 */
export function proxy(request: NextRequest): Response {
  const { pathname, search } = request.nextUrl
  const isReadable = isReadablePath(pathname)
  if (API.test(pathname)) return isReadable ? NextResponse.next() : unreadablePathAnswer()
  const isOpen = OPEN.some((path) => pathname === path || pathname.startsWith(`${path}/`))
  if (!isOpen && !request.cookies.has(sessionCookieName())) {
    const target = request.nextUrl.clone()
    target.pathname = '/signin'
    target.search = pathname === '/' ? '' : `?from=${encodeURIComponent(pathname + search)}`
    return NextResponse.redirect(target)
  }
  const place = placeInProject(pathname, request.cookies.get(LAST_PROJECT_COOKIE)?.value)
  if (place && isReadable) {
    const target = request.nextUrl.clone()
    target.pathname = place
    return NextResponse.redirect(target)
  }
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  const policy = contentSecurityPolicy(nonce, isServedOverHttps())
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  headers.set(PAGE_PATH_HEADER, pathname + search)
  const response = isReadable
    ? NextResponse.next({ request: { headers } })
    : NextResponse.rewrite(new URL(NO_PAGE, request.url), { request: { headers } })
  response.headers.set('content-security-policy', policy)
  const project = /^\/p\/([^/]+)/.exec(pathname)?.[1]
  if (project && isReadable)
    response.cookies.set(LAST_PROJECT_COOKIE, project, {
      path: '/',
      sameSite: 'lax',
      httpOnly: true,
      secure: isServedOverHttps(),
    })
  if (isServedOverHttps()) response.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  return response
}

export const config = {
  // Excludes routes that take bodies: passing through the proxy would buffer them in memory.
  matcher: [
    '/((?!api/|v1/|\\.well-known/|healthz$|readyz$|metrics$|client\\.tgz$|_next/static/|_next/image|icon\\.svg$|favicon\\.ico$|robots\\.txt$|readme/overview\\.png$).*)',
    // Paths with a percent sign name single items; no route there takes a large body.
    '/(api|v1)/(.*%.*)',
  ],
}
