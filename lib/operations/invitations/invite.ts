import { v7 as uuid } from 'uuid'
import { DAY_MS } from '@/lib/contracts/durations'
import * as contracts from '@/lib/contracts/invitations'
import {
  listInvitations as listInvitationsContract,
  revokeInvitation as revokeInvitationContract,
} from '@/lib/contracts/invitations'
import type { Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { composeInvitation } from '@/lib/presentation/text/mail'
import { normalEmail } from '../account/users'
import { audit } from '../audit'
import { type ProjectContext, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { announce } from '../live/changes'
import { invitationAddress, sendMail } from '../mail/send'
import { closeInvitations } from '../members/members'
import { type MailServer, mailServer } from '../notifications/mail-server'
import { operation } from '../operation'
import { hashSecret, mintSecret } from '../random-secret'
import { countUse } from '../rate-limit/limits'
import { findOfProject, type InvitationRow, listOfProject, stateOf, toInvitationView } from './store'

const LIFETIME_MS = 7 * DAY_MS

/**
 * Does the same for every e-mail address: whether it has an account is only looked up when the link is opened, and the audit log contains
 * no address. A mailed link is seen by nobody else and so verifies the address of the person who opens it. A link shown to the admin
 * verifies nothing: an account created with it keeps its address only until someone proves to own it. The mail is sent directly instead of
 * queued, so that the link is not stored; if the server refuses it, the invitation is withdrawn.
 */
export const invite = operation(contracts.invite, async (ctx, { email, role }) => {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'this needs an admin of the project, signed in')
  await countUse('invite', person.userId)
  const server = mailServer()
  const token = mintSecret()
  const id = uuid()
  const about = { projectId: ctx.project.id, id, email: normalEmail(email), role, tokenHash: hashSecret(token) }
  const createdAt = ctx.now()
  const row = await inTransaction(ctx, async (tx) => {
    // A person has one valid link at a time: a new one revokes the earlier ones.
    await closeInvitations(tx, ctx, { email: about.email })
    const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS)
    const data = { ...about, invitedById: person.userId, createdAt, expiresAt, provesEmail: server !== null }
    await tx.invitation.create({ data })
    await audit(tx, ctx, 'member.invite', { subject: `invitation:${id}`, after: { role } })
    await announce(tx, { project: about.projectId, topic: 'members' })
    return findOne(tx, about.projectId, id)
  })
  if (server) await send(server, ctx, row, token)
  const link = server ? null : invitationAddress(token)
  return { invitation: toInvitationView(row, ctx.now()), link }
})

async function findOne(tx: Tx, projectId: string, id: string): Promise<InvitationRow> {
  const row = await findOfProject(tx, projectId, id)
  if (!row) throw notFound('invitation')
  return row
}

async function send(server: MailServer, ctx: ProjectContext, row: InvitationRow, token: string): Promise<void> {
  const { id, email, role, project } = row
  const composed = composeInvitation({ project, role, invitedBy: row.invitedBy ?? '', link: invitationAddress(token) })
  const failure = await sendMail(server, { ...composed, id, to: { name: '', address: email }, settings: null })
  if (!failure) return
  await inTransaction(ctx, (tx) => closeInvitations(tx, ctx, { id }))
  throw new AppError('unavailable', `the invitation could not be mailed, and is withdrawn: ${failure.error}`)
}

export const listInvitations = operation(listInvitationsContract, async (ctx) => {
  const projectId = ctx.project.id
  const rows = await listOfProject(ctx.db, projectId, ctx.now())
  return {
    invitations: rows.map((row) => toInvitationView(row, ctx.now())),
    count: await ctx.db.invitation.count({ where: { projectId } }),
  }
})

export const revokeInvitation = operation(revokeInvitationContract, (ctx, { invitationId: id }) =>
  inTransaction(ctx, async (tx) => {
    const closed = await closeInvitations(tx, ctx, { id })
    const row = await findOfProject(tx, ctx.project.id, id)
    if (!row) throw notFound('invitation')
    if (closed === 0 && stateOf(row, ctx.now()) !== 'revoked')
      throw new AppError('conflict', 'this invitation was answered already, or has expired')
    return { invitation: toInvitationView(row, ctx.now()) }
  }),
)
