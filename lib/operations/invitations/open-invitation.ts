import type { Offer, OpenedInvitation } from '@/lib/contracts/invitations'
import { role } from '@/lib/contracts/projects'
import { type Db, getDb } from '@/lib/db/client'
import { isReleasable } from '../account/release-email'
import { findByToken, type InvitationRow, stateOf } from './invitation-row'

type Viewer = { userId: string; email: string } | null

/** Looks up a link for whoever opened it. Changes nothing: mail scanners open links too. */
export async function openInvitation(db: Db, token: string, viewer: Viewer, now: Date): Promise<OpenedInvitation> {
  const row = await findByToken(db, token)
  if (!row) return { kind: 'closed' }
  if (viewer?.email === row.email) {
    const { projectId, slug, project } = row
    const where = { projectId_userId: { projectId, userId: viewer.userId } }
    const membership = await db.membership.findUnique({ where, select: { role: true } })
    if (membership) return { kind: 'member', slug, project, role: role.parse(membership.role) }
  }
  if (stateOf(row, now) !== 'pending') return { kind: 'closed' }
  if (viewer)
    return viewer.email === row.email ? { kind: 'answer', ...toOffer(row) } : { kind: 'other', email: row.email }
  if (!row.provesEmail) return { kind: 'join', mayHaveAccount: true, ...toOffer(row) }
  const holder = await db.user.findUnique({ where: { email: row.email } })
  if (!holder) return { kind: 'join', mayHaveAccount: false, ...toOffer(row) }
  return { kind: 'sign_in', isProven: !isReleasable(holder), ...toOffer(row) }
}

function toOffer(row: InvitationRow): Offer {
  return { email: row.email, project: row.project, role: role.parse(row.role), invitedBy: row.invitedBy ?? 'An admin' }
}

/** `openInvitation`, asked by the page of the link. */
export function openLink(token: string, viewer: Viewer): Promise<OpenedInvitation> {
  return openInvitation(getDb(), token, viewer, new Date())
}
