import { cookies, headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { decode } from 'next-auth/jwt'
import { cache } from 'react'
import { v7 as uuid } from 'uuid'
import { PAGE_PATH_HEADER } from '@/lib/auth/page-path'
import { sessionCookieName } from '@/lib/auth/session-cookie'
import { slug as slugSchema } from '@/lib/contracts/projects'
import { getDb } from '@/lib/db/client'
import { getEnv } from '@/lib/env'
import type { Context } from '@/lib/operations/context'
import { findUserOfSession } from './operations/account/users'

export type SessionUser = { userId: string; name: string; email: string; isEmailVerified: boolean }

/** The signed-in person of this request, or null. Read from the database each time: a disabled person is out at once. */
export const sessionUser = cache(async (): Promise<SessionUser | null> => {
  const token = (await cookies()).get(sessionCookieName())?.value
  const claims = token ? await readToken(token) : null
  if (typeof claims?.sub !== 'string' || typeof claims.stamp !== 'string') return null
  const user = await findUserOfSession(getDb(), claims.sub, claims.stamp)
  if (!user) return null
  const { stamp: _, ...seen } = user
  return seen
})

/**
 * The context in which a page calls operations. Without a session the answer is a redirect to sign-in; a project the
 * person does not belong to does not exist.
 */
export async function pageContext(projectSlug?: string): Promise<Context> {
  const user = await sessionUser()
  if (!user) redirect(`/signin?from=${encodeURIComponent((await headers()).get(PAGE_PATH_HEADER) ?? '/')}`)
  if (projectSlug !== undefined && !(await isMember(user.userId, projectSlug))) notFound()
  return { actor: { kind: 'user', ...user }, db: getDb(), now: () => new Date(), requestId: uuid(), projectSlug }
}

const isMember = cache(async (userId: string, slug: string): Promise<boolean> => {
  if (!slugSchema.safeParse(slug).success) return false
  const found = await getDb().membership.findFirst({
    where: { userId, project: { slug }, OR: [{ role: 'admin' }, { project: { deletesAt: null } }] },
    select: { role: true },
  })
  return found !== null
})

async function readToken(token: string) {
  const secret = getEnv().AUTH_SECRET
  if (!secret) return null
  try {
    return await decode({ token, secret })
  } catch {
    // Expired, forged, or sealed with another secret: no session.
    return null
  }
}
