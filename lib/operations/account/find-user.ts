import type { Db } from '@/lib/db/client'
import { passwordStamp, verifyPassword } from './password-hash'

export type SignedInUser = { userId: string; name: string; email: string; stamp: string }

const fields = { id: true, name: true, email: true, passwordHash: true, disabledAt: true } as const

/** How an e-mail address is kept and looked up. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** The person with this e-mail and password, or null. Takes as long for an unknown e-mail as for a wrong password. */
export async function findUserByPassword(db: Db, email: string, password: string): Promise<SignedInUser | null> {
  const user = await db.user.findUnique({ where: { email: normalEmail(email) }, select: fields })
  const isRight = await verifyPassword(user?.passwordHash ?? null, password)
  return user && isRight && user.disabledAt === null ? toSignedIn(user) : null
}

/** The person with this e-mail, for whom another service vouches, or null when unknown or disabled. */
export async function findUserByEmail(db: Db, email: string): Promise<SignedInUser | null> {
  const user = await db.user.findUnique({ where: { email: normalEmail(email) }, select: fields })
  return user && user.disabledAt === null ? toSignedIn(user) : null
}

/** The person of a session, or null once they are disabled or have changed their password since it began. */
export async function findUserOfSession(db: Db, userId: string, stamp: string): Promise<SignedInUser | null> {
  const user = await db.user.findUnique({ where: { id: userId }, select: fields })
  if (!user || user.disabledAt !== null) return null
  const current = toSignedIn(user)
  return current.stamp === stamp ? current : null
}

function toSignedIn(user: { id: string; name: string; email: string; passwordHash: string | null }): SignedInUser {
  return { userId: user.id, name: user.name, email: user.email, stamp: passwordStamp(user.passwordHash) }
}
