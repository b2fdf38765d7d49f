import { z } from 'zod'
import { password } from './account'
import { contract } from './contract'
import { id, isoTime, name } from './primitives'
import { type Role, role } from './projects'
import { invitationStates } from './vocabulary'

const invitationState = z.enum(invitationStates)

export const invitationView = z.object({
  id,
  email: z.string(),
  role,
  state: invitationState,
  provesEmail: z
    .boolean()
    .describe('The link was sent only to the address by mail, so that opening it proves ownership of the address'),
  invitedBy: z.string().nullable(),
  createdAt: isoTime,
  expiresAt: isoTime,
})

/** Secret of an invitation link: the path segment after `/invite/`. */
const token = z.string().min(1).max(200)

export const listInvitations = contract({
  name: 'invitations.list',
  summary:
    'List the invitations to the project with their state, those that can be answered first, then newest first; at most 200.',
  scope: 'admin',
  target: 'GET /api/v1/invitations',
  output: z.object({
    invitations: z.array(invitationView),
    count: z.number().int().describe('How many there are in all'),
  }),
})

/** Does not reveal whether the e-mail address has an account: that is looked up when the link is opened. */
export const invite = contract({
  name: 'invitations.create',
  summary:
    'Invite a person by a single-use link, valid for seven days. It is mailed if the desk sends mail; otherwise the answer contains it, only this once.',
  scope: 'admin',
  target: 'POST /api/v1/invitations',
  status: 201,
  input: z.strictObject({ email: z.email().max(320), role }),
  output: z.object({
    invitation: invitationView,
    link: z.string().nullable().describe('To pass on to the person; null if it was mailed'),
  }),
  examples: [{ body: { email: 'rita@example.com', role: 'reviewer' } }],
})

export const revokeInvitation = contract({
  name: 'invitations.revoke',
  summary: 'Revoke an invitation: its link stops working immediately.',
  scope: 'admin',
  target: 'DELETE /api/v1/invitations/{invitationId}',
  input: z.strictObject({ invitationId: id }),
  output: z.object({ invitation: invitationView }),
})

/** `account` is only for people without one: it is created on acceptance. */
export const acceptInvitation = contract({
  name: 'invitations.accept',
  summary: 'Accept an invitation, signed in as the invited person or by creating an account.',
  scope: 'public',
  target: 'POST /api/v1/invitations/accept',
  input: z.strictObject({
    token,
    account: z
      .strictObject({
        name,
        password,
        takesAddress: z
          .boolean()
          .default(false)
          .describe(
            'Take over the address from an account whose owner never verified it. Only with a link that was mailed to the address',
          ),
      })
      .optional(),
  }),
  output: z.object({ project: z.string().describe('Slug of the project'), email: z.string() }),
})

export const declineInvitation = contract({
  name: 'invitations.decline',
  summary: 'Decline an invitation. Its link stops working; the person who declined is not recorded.',
  scope: 'public',
  target: 'POST /api/v1/invitations/decline',
  input: z.strictObject({ token }),
  output: z.object({ declined: z.literal(true) }),
})

export type InvitationState = z.infer<typeof invitationState>
export type InvitationView = z.infer<typeof invitationView>

export type Offer = { email: string; project: string; role: Role; invitedBy: string }

/**
 * What a visitor with the link sees. `closed`: the link is no longer valid. `other`: signed in as another person. `member`: already a
 * member of the project. `answer`: signed in as the invited person. `sign_in`: the address has an account, verified or not. `join`: may
 * create an account; if the link was not mailed, the existence of an account is not revealed, since the inviter could open the link too.
 */
export type OpenedInvitation =
  | { kind: 'closed' }
  | { kind: 'other'; email: string }
  | { kind: 'member'; slug: string; project: string; role: Role }
  | ({ kind: 'answer' } & Offer)
  | ({ kind: 'sign_in'; isProven: boolean } & Offer)
  | ({ kind: 'join'; mayHaveAccount: boolean } & Offer)
