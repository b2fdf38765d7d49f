import * as contracts from '@/lib/contracts/account'
import * as mailContracts from '@/lib/contracts/mail'
import { notificationKinds } from '@/lib/contracts/vocabulary'
import type { Tx } from '@/lib/db/client'
import type { User } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { appendEvents, type Entry, signatureOf, signatureOfDesk } from '../audit'
import { type Context, personOf } from '../context'
import { AppError, invalidInput, notFound } from '../errors'
import { announce } from '../live/changes'
import { mailServer } from '../notifications/mail-server'
import { operation } from '../operation'
import { forgetUses } from '../rate-limit/limits'
import { hashPassword, verifyPassword } from './password-hash'
import { endSessions } from './sessions'

/** Changes the caller's name. Earlier decisions keep the name they were made under. */
export const updateAccount = operation(contracts.updateAccount, (ctx, { name }) =>
  inTransaction(ctx, async (tx) => {
    const id = personOf(ctx.actor)?.userId ?? ''
    await tx.$queryRaw`SELECT 1 FROM "user" WHERE id = ${id}::uuid FOR NO KEY UPDATE`
    const before = await tx.user.findUniqueOrThrow({ where: { id }, select: { name: true } })
    if (before.name === name) return before
    const after = await tx.user.update({ where: { id }, data: { name }, select: { name: true } })
    await auditAccount(tx, ctx, 'account.update', id, { before, after })
    return after
  }),
)

/**
 * Changes the caller's password, and ends their other sessions and the open links to reset it. A person who only signed in through an identity
 * provider has no current password to give. The audit event contains neither password.
 */
export const changePassword = operation(contracts.changePassword, async (ctx, { current, next }) => {
  const userId = personOf(ctx.actor)?.userId ?? ''
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } })
  if (user.passwordHash !== null && !(await verifyPassword(user.passwordHash, current)))
    throw invalidInput([{ path: 'current', message: 'this is not the current password' }])
  if (next === current) throw invalidInput([{ path: 'next', message: 'this is the current password' }])
  const passwordHash = await hashPassword(next)
  await inTransaction(ctx, async (tx) => {
    const where = { id: userId, passwordHash: user.passwordHash }
    const changed = await tx.user.updateMany({ where, data: { passwordHash } })
    if (changed.count === 0) throw new AppError('conflict', 'the password was changed elsewhere a moment ago')
    await tx.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: ctx.now() } })
    await endSessions(tx, userId, ctx.actor.kind === 'user' ? ctx.actor.sessionId : undefined)
    await auditAccount(tx, ctx, 'account.password', userId)
  })
  await forgetUses('password', userId)
  return { changed: true as const }
})

export const getMailChoice = operation(mailContracts.getMailChoice, async (ctx) => {
  const where = { id: personOf(ctx.actor)?.userId ?? '' }
  return toMailChoice(await ctx.db.user.findUniqueOrThrow({ where, select: MAIL_CHOICE }))
})

/** Changes the caller's mail settings. Queued mails that are no longer wanted are dropped when they are due. */
export const updateMailChoice = operation(mailContracts.updateMailChoice, async (ctx, { isOn, off }) => {
  const where = { id: personOf(ctx.actor)?.userId ?? '' }
  const data = { ...(isOn !== undefined && { mailOn: isOn }), ...(off !== undefined && { mailOff: off }) }
  return toMailChoice(await ctx.db.user.update({ where, data, select: MAIL_CHOICE }))
})

const MAIL_CHOICE = { mailOn: true, mailOff: true } as const

/** Leaves out stored kinds that no longer exist. */
function toMailChoice({ mailOn, mailOff }: Pick<User, keyof typeof MAIL_CHOICE>) {
  const off = notificationKinds.filter((kind) => mailOff.includes(kind))
  return { isAvailable: mailServer() !== null, isOn: mailOn, off }
}

/** Who changes an account: a caller, or the desk under a name. */
type Author = Pick<Context, 'actor' | 'origin' | 'now'> | { desk: string; now: () => Date }

/**
 * Audits a change of a person's account in every project they belong to: accounts are global, and each project has a right to know who acts
 * in it under which name.
 */
export async function auditAccount(
  tx: Tx,
  by: Author,
  action: string,
  userId: string,
  states: Pick<Entry, 'before' | 'after'> = {},
): Promise<void> {
  const signature = 'desk' in by ? signatureOfDesk(by.desk) : signatureOf(by)
  const event = { ...signature, ...states, action, subject: `user:${userId}`, at: by.now() }
  const memberships = await tx.membership.findMany({ where: { userId }, select: { projectId: true } })
  await appendEvents(
    tx,
    memberships.map(({ projectId }) => ({ ...event, projectId })),
  )
  await announce(tx, ...memberships.map(({ projectId }) => ({ project: projectId, topic: 'members' as const })))
}

const LISTED = 100

export const listSignInSessions = operation(contracts.listSignInSessions, async (ctx) => {
  const { userId, sessionId } = signedIn(ctx)
  const where = { userId, expiresAt: { gt: ctx.now() } }
  const rows = await ctx.db.signInSession.findMany({
    where,
    orderBy: [{ seenAt: 'desc' }, { id: 'asc' }],
    take: LISTED,
  })
  const sessions = rows.map(({ id, device, address, createdAt, seenAt }) => ({
    id,
    isThisOne: id === sessionId,
    device,
    address,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }))
  return {
    sessions: sessions.toSorted((left, right) => Number(right.isThisOne) - Number(left.isThisOne)),
    count: await ctx.db.signInSession.count({ where }),
  }
})

export const endSignInSession = operation(contracts.endSignInSession, (ctx, { sessionId: id }) =>
  inTransaction(ctx, async (tx) => {
    const { userId } = signedIn(ctx)
    const { count } = await tx.signInSession.deleteMany({ where: { id, userId } })
    if (count === 0) throw notFound('session')
    await auditAccount(tx, ctx, 'account.sessions_ended', userId, { after: { count } })
    return { ended: true as const }
  }),
)

export const endOtherSignInSessions = operation(contracts.endOtherSignInSessions, (ctx) =>
  inTransaction(ctx, async (tx) => {
    const { userId, sessionId } = signedIn(ctx)
    const count = await endSessions(tx, userId, sessionId)
    if (count > 0) await auditAccount(tx, ctx, 'account.sessions_ended', userId, { after: { count } })
    return { ended: count }
  }),
)

function signedIn({ actor }: Context): { userId: string; sessionId: string | undefined } {
  return { userId: personOf(actor)?.userId ?? '', sessionId: actor.kind === 'user' ? actor.sessionId : undefined }
}
