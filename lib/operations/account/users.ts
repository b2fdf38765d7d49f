import type { Db, Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { type Context, personOf } from '../context'
import { hasOtherAdmin, lockProject } from '../members/members'
import { auditAccount } from './account'
import { passwordStamp, verifyPassword } from './password-hash'

type SignedInUser = { userId: string; name: string; email: string; isEmailVerified: boolean; stamp: string }

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

/** Normalizes an e-mail address for storage and lookup. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Returns the person with this e-mail and password, or null. Takes as long for an unknown e-mail as for a wrong password. */
export async function findUserByPassword(db: Db, email: string, password: string): Promise<SignedInUser | null> {
  const user = await db.user.findUnique({ where: { email: normalEmail(email) }, select: fields })
  const isRight = await verifyPassword(user?.passwordHash ?? null, password)
  return user && isRight ? toSignedIn(user) : null
}

/** Returns the person with this e-mail, or null if unknown or disabled. This alone authorizes nothing: see `admitVouched`. */
export async function findUserByEmail(db: Db, email: string): Promise<SignedInUser | null> {
  const user = await db.user.findUnique({ where: { email: normalEmail(email) }, select: fields })
  return user && toSignedIn(user)
}

/** Returns null for an account that is disabled or has no address. */
function toSignedIn({ id, name, email, emailVerifiedAt, passwordHash, disabledAt }: Row): SignedInUser | null {
  if (disabledAt !== null || email === null) return null
  return { userId: id, name, email, isEmailVerified: emailVerifiedAt !== null, stamp: passwordStamp(passwordHash) }
}

/** Marks the person's address as verified, by a mailed link or by an identity provider. Idempotent. */
export async function confirmEmail(tx: Tx, ctx: Context, userId: string): Promise<void> {
  const where = { id: userId, emailVerifiedAt: null }
  const { count } = await tx.user.updateMany({ where, data: { emailVerifiedAt: ctx.now() } })
  if (count > 0) await auditAccount(tx, ctx, 'account.address_proven', userId)
}

type Holder = { id: string; emailVerifiedAt: Date | null; disabledAt: Date | null }

/** Whether an account may lose its address: it was never verified, and the account is not disabled. */
export function isReleasable(holder: Holder): boolean {
  return holder.emailVerifiedAt === null && holder.disabledAt === null
}

/**
 * Returns the projects with other people whose only admin is this account, in the order in which they are locked, and locks those that it
 * administers.
 */
export async function lockDependents(tx: Tx, userId: string): Promise<string[]> {
  const administered = { where: { userId, role: 'admin' }, orderBy: { projectId: 'asc' } } as const
  const found: string[] = []
  for (const { projectId } of await tx.membership.findMany(administered)) {
    await lockProject(tx, projectId)
    if (await hasOtherAdmin(tx, projectId, userId)) continue
    const others = { projectId, userId: { not: userId }, user: { disabledAt: null } }
    if ((await tx.membership.count({ where: others })) > 0) found.push(projectId)
  }
  return found
}

/**
 * Takes the address from an account that never verified it, for its verified owner. Without an address the account cannot be used, so it is
 * disabled; the owner inherits nothing from it. Audited as a system action in each of its projects. The caller provides for its
 * {@link lockDependents}, which it leaves without an admin.
 */
export async function releaseEmail(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { email: null, disabledAt: now } })
  const desk = { desk: 'Invitations', now: () => now }
  await auditAccount(tx, desk, 'account.address_lost', userId, { after: { disabled: true } })
}

/**
 * Whether an identity provider's claim to an e-mail admits a person. It only opens an account whose address is verified, since otherwise
 * someone may have created the account in advance and wait for the owner to use it. A person already signed in to that account verifies the
 * address with the claim.
 */
export async function admitVouched(ctx: Context, email: string): Promise<'in' | 'unknown' | 'unproven'> {
  const user = await findUserByEmail(ctx.db, normalEmail(email))
  if (!user) return 'unknown'
  if (user.isEmailVerified) return 'in'
  if (personOf(ctx.actor)?.userId !== user.userId) return 'unproven'
  await inTransaction(ctx, (tx) => confirmEmail(tx, ctx, user.userId))
  return 'in'
}
