import { v7 as uuid } from 'uuid'
import type { Role } from '@/lib/contracts/projects'
import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { openInvitation } from '../invitations/answer'
import { invite, listInvitations } from '../invitations/invite'
import { actorOf } from './change-scene'

export const account = { name: 'Vic', password: 'the password of Vic' }
export const someEmail = () => `${uuid()}@example.test`

/** The context of an anonymous visitor of a link, each with a different address. */
export const anonymous = (now = new Date()): Context => ({
  actor: { kind: 'anonymous' },
  db: getDb(),
  now: () => now,
  requestId: 'test',
  origin: { address: uuid(), via: 'browser' },
})

/** Invites a person, and returns the token of the link, which is shown to the admin where no mail server is configured. */
export async function linkBy(by: Context, email: string, role: Role = 'reviewer'): Promise<string> {
  const { link } = await invite.run(by, { email, role })
  return link?.split('/invite/')[1] ?? ''
}

/** What a viewer of the link is shown. */
export const look = (token: string, viewer: Context | null = null, now = new Date()) =>
  openInvitation(getDb(), token, viewer && actorOf(viewer), now)

/** The audit events of a project, in order. */
export const eventsOf = (projectId: string) =>
  getDb().auditEvent.findMany({ where: { projectId }, orderBy: { id: 'asc' } })

/** The states of the invitations that an admin sees. */
export const statesOf = async (admin: Context) =>
  (await listInvitations.run(admin, {})).invitations.map(({ state }) => state)
