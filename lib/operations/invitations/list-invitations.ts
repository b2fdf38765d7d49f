import { listInvitations as contract } from '@/lib/contracts/invitations'
import { operation } from '../operation'
import { findOfProject, toInvitationView } from './invitation-row'

export const listInvitations = operation(contract, async (ctx) => {
  const rows = await findOfProject(ctx.db, ctx.project.id)
  return { invitations: rows.map((row) => toInvitationView(row, ctx.now())) }
})
