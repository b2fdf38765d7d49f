import { cookies, headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { decode, type JWT } from 'next-auth/jwt'
import { cache } from 'react'
import { v7 as uuid } from 'uuid'
import { addressIn } from '@/lib/auth/sender'
import { PAGE_PATH_HEADER, sessionCookieName } from '@/lib/auth/session-cookie'
import { slug as slugSchema } from '@/lib/contracts/projects'
import { getDb } from '@/lib/db/client'
import { getEnv } from '@/lib/env'
import { findMembership } from '@/lib/operations/authorize'
import type { Context } from '@/lib/operations/context'
import { markForBoundary } from '@/lib/operations/health/page-failure'
import { findSession, type SessionPlace, type SessionUser } from './operations/account/sessions'

/** The signed-in person of this request, or null. Read from the database every time, so that an ended session is rejected immediately. */
export const sessionUser = cache(async (): Promise<SessionUser | null> => {
  const session = await claimedSession()
  return session && findSession(getDb(), session, await sessionPlace(), new Date())
})

/** When the cookie of this request was issued, in ms since the epoch; null without one that can be read. */
export async function sessionIssuedAtMs(): Promise<number | null> {
  const issuedAtS = (await claims())?.iat
  return typeof issuedAtS === 'number' ? issuedAtS * 1000 : null
}

/** The session that the cookie names, which may have ended. */
const claimedSession = async () => sessionOf(await claims())

const claims = cache(async () => {
  const token = (await cookies()).get(sessionCookieName())?.value
  return token ? readToken(token) : null
})

/** Reads the session from a cookie's claims; null if they contain none. */
export function sessionOf(claims: JWT | null): { userId: string; sessionId: string } | null {
  if (typeof claims?.sub !== 'string' || typeof claims.session !== 'string') return null
  return { userId: claims.sub, sessionId: claims.session }
}

/** Address and device of this request. */
export async function sessionPlace(): Promise<SessionPlace> {
  const sent = await headers()
  return { address: addressIn(sent), device: sent.get('user-agent') }
}

/**
 * The context in which a page calls operations. Redirects anonymous visitors to sign-in, and answers 404 for a project the person is not a
 * member of.
 */
export async function pageContext(projectSlug?: string): Promise<Context> {
  try {
    return await findPageContext(projectSlug)
  } catch (error) {
    throw markForBoundary(error)
  }
}

async function findPageContext(projectSlug: string | undefined): Promise<Context> {
  const db = getDb()
  const isSlug = projectSlug !== undefined && slugSchema.safeParse(projectSlug).success
  const claimed = await claimedSession()
  // Looked up while the session is checked; used only if it is valid.
  if (isSlug && claimed) findOnce(db, projectSlug, claimed.userId).catch(() => undefined)
  const user = await sessionUser()
  if (!user) redirect(`/signin?from=${encodeURIComponent((await headers()).get(PAGE_PATH_HEADER) ?? '/')}`)
  const isVisible = projectSlug === undefined || (isSlug && (await findOnce(db, projectSlug, user.userId)) !== null)
  if (!isVisible) notFound()
  const actor = { kind: 'user', ...user } as const
  return { actor, db, now: () => new Date(), requestId: uuid(), projectSlug, findMembership: findOnce }
}

/** Once per request, however many operations a page calls. */
const findOnce = cache(findMembership)

async function readToken(token: string) {
  const secret = getEnv().AUTH_SECRET
  if (!secret) return null
  try {
    return await decode({ token, secret })
  } catch {
    // Expired, forged, or encrypted with another secret: no session.
    return null
  }
}
