import type { Db } from '@/lib/db/client'
import { passwordStamp, verifyPassword } from './password-hash'

export type SignedInUser = { userId: string; name: string; email: string; isEmailVerified: boolean; stamp: string }

const fields = {
  id: true,
  name: true,
  email: true,
  emailVerifiedAt: true,
  passwordHash: true,
  disabledAt: true,
} as const

type Row = {
  id: string
  name: string
  email: string | null
  emailVerifiedAt: Date | null
  passwordHash: string | null
  disabledAt: Date | null
}

/** How an e-mail address is kept and looked up. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** The person with this e-mail and password, or null. Takes as long for an unknown e-mail as for a wrong password. */
export async function findUserByPassword(db: Db, email: string, password: string): Promise<SignedInUser | null> {
  const user = await db.user.findUnique({ where: { email: normalEmail(email) }, select: fields })
  const isRight = await verifyPassword(user?.passwordHash ?? null, password)
  return user && isRight ? toSignedIn(user) : null
}

/** The person with this e-mail, or null when unknown or disabled. Lets nobody in by itself: see `admitVouched`. */
export async function findUserByEmail(db: Db, email: string): Promise<SignedInUser | null> {
  const user = await db.user.findUnique({ where: { email: normalEmail(email) }, select: fields })
  return user && toSignedIn(user)
}

/** The person of a session, or null once they are disabled or have changed their password since it began. */
export async function findUserOfSession(db: Db, userId: string, stamp: string): Promise<SignedInUser | null> {
  const user = await db.user.findUnique({ where: { id: userId }, select: fields })
  const current = user && toSignedIn(user)
  return current?.stamp === stamp ? current : null
}

/** Nobody signs in to an account that is disabled or has no address. */
function toSignedIn({ id, name, email, emailVerifiedAt, passwordHash, disabledAt }: Row): SignedInUser | null {
  if (disabledAt !== null || email === null) return null
  return { userId: id, name, email, isEmailVerified: emailVerifiedAt !== null, stamp: passwordStamp(passwordHash) }
}
