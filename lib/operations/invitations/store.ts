import type { InvitationState, InvitationView } from '@/lib/contracts/invitations'
import { role } from '@/lib/contracts/projects'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import type { Context } from '../context'
import { AppError } from '../errors'
import { hashSecret } from '../random-secret'
import { countUse } from '../rate-limit/limits'

export type InvitationRow = {
  projectId: string
  slug: string
  project: string
  deletesAt: Date | null
  id: string
  email: string
  role: string
  provesEmail: boolean
  createdAt: Date
  expiresAt: Date
  acceptedAt: Date | null
  declinedAt: Date | null
  revokedAt: Date | null
  invitedBy: string | null
  /** Whether the inviter is still an admin of the project; otherwise the invitation is void. */
  isByAdmin: boolean
}

const select = (projectId: string) => Prisma.sql`
  SELECT p.id AS "projectId", p.slug, p.name AS project, p.deletes_at AS "deletesAt", i.id, i.email, i.role, i.proves_email AS "provesEmail",
    i.created_at AS "createdAt", i.expires_at AS "expiresAt", i.accepted_at AS "acceptedAt", i.declined_at AS "declinedAt",
    i.revoked_at AS "revokedAt", u.name AS "invitedBy", u.disabled_at IS NULL AND EXISTS (SELECT 1 FROM membership m
      WHERE m.project_id = ${projectId}::uuid AND m.user_id = i.invited_by_id AND m.role = 'admin') AS "isByAdmin"
  FROM invitation i JOIN project p ON p.id = i.project_id LEFT JOIN "user" u ON u.id = i.invited_by_id`

/** Returns the invitation of a link in any state; null for an unknown link. */
export async function findByToken(db: Db | Tx, token: string): Promise<InvitationRow | null> {
  const tokenHash = hashSecret(token)
  const found = await db.invitation.findFirst({ where: { tokenHash }, select: { projectId: true } })
  if (!found) return null
  const [row] = await db.$queryRaw<InvitationRow[]>`
    ${select(found.projectId)} WHERE i.project_id = ${found.projectId}::uuid AND i.token_hash = ${tokenHash}`
  return row ?? null
}

/** `findByToken` with the row locked until the transaction ends, so that only one of two concurrent answers counts. */
async function lockByToken(tx: Tx, token: string): Promise<InvitationRow | null> {
  await tx.$queryRaw`SELECT 1 FROM invitation WHERE token_hash = ${hashSecret(token)} FOR UPDATE`
  return findByToken(tx, token)
}

const LISTED = 200

/** Returns the invitations of a project, those that are open first, then latest first. */
export function listOfProject(db: Db | Tx, projectId: string, now: Date): Promise<InvitationRow[]> {
  return db.$queryRaw<InvitationRow[]>`
    ${select(projectId)} WHERE i.project_id = ${projectId}::uuid
    ORDER BY coalesce(i.accepted_at, i.declined_at, i.revoked_at) IS NOT NULL OR i.expires_at <= ${now}, i.created_at DESC, i.id DESC
    LIMIT ${LISTED}`
}

/** Returns an invitation of a project; null if it has none with this id. */
export async function findOfProject(db: Db | Tx, projectId: string, id: string): Promise<InvitationRow | null> {
  const [row] = await db.$queryRaw<InvitationRow[]>`
    ${select(projectId)} WHERE i.project_id = ${projectId}::uuid AND i.id = ${id}::uuid`
  return row ?? null
}

/** Returns the state of an invitation. Only a pending one can be answered. */
export function stateOf(row: InvitationRow, now: Date): InvitationState {
  if (row.acceptedAt) return 'accepted'
  if (row.declinedAt) return 'declined'
  if (row.revokedAt || !row.isByAdmin) return 'revoked'
  return row.expiresAt <= now ? 'expired' : 'pending'
}

export function toInvitationView(row: InvitationRow, now: Date): InvitationView {
  const { id, email, provesEmail, invitedBy, createdAt, expiresAt } = row
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
  return { id, email, role: role.parse(row.role), state: stateOf(row, now), provesEmail, invitedBy, ...times }
}

/** Counts an attempt to answer an invitation, per client address. @throws AppError rate_limited */
export async function limitAnswers(ctx: Context): Promise<void> {
  await countUse('answerInvitation', ctx.origin?.address ?? 'unknown')
}

/**
 * Returns the invitation of a link, locked, for a caller who may answer it. Signed-in people can only answer for themselves.
 * @throws AppError conflict when it can no longer be answered, forbidden when it is for somebody else
 */
export async function lockPending(tx: Tx, ctx: Context, token: string): Promise<InvitationRow> {
  if (ctx.actor.kind === 'key' || ctx.actor.kind === 'system')
    throw new AppError('forbidden', 'an invitation is answered by a person')
  const row = await lockByToken(tx, token)
  if (!row || stateOf(row, ctx.now()) !== 'pending')
    throw new AppError('conflict', 'this invitation was used or withdrawn, or has expired')
  if (ctx.actor.kind === 'user' && ctx.actor.email !== row.email)
    throw new AppError('forbidden', 'this invitation is for somebody else: sign in with the invited e-mail')
  return row
}
