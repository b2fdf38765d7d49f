import { z } from 'zod'
import { contract } from './contract'
import { id, isoTime, name } from './primitives'
import { type Role, role } from './projects'
import { password } from './setup'
import { invitationStates } from './vocabulary'

export const invitationState = z.enum(invitationStates)

export const invitationView = z.object({
  id,
  email: z.string(),
  role,
  state: invitationState,
  provesEmail: z
    .boolean()
    .describe('The link went to the address by mail and to nobody else, so that who opens it has proven the address'),
  invitedBy: z.string().nullable(),
  createdAt: isoTime,
  expiresAt: isoTime,
})

/** The secret of a link: what stands in its address behind `/invite/`. */
const token = z.string().min(1).max(200)

export const listInvitations = contract({
  name: 'invitations.list',
  tag: 'invitations',
  summary: 'Whom admins have invited to the project, the latest first, and what became of it.',
  scope: 'admin',
  effects: [],
  method: 'GET',
  path: '/api/v1/invitations',
  input: z.strictObject({}),
  output: z.object({ invitations: z.array(invitationView) }),
})

/** Tells nothing of whether anybody has this e-mail: that is looked up by who opens the link. */
export const invite = contract({
  name: 'invitations.create',
  tag: 'invitations',
  summary:
    'Invite a person by a link that works once, for seven days. It is mailed where the desk sends mail; else the answer holds it, this once.',
  scope: 'admin',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/invitations',
  status: 201,
  input: z.strictObject({ email: z.email().max(320), role }),
  output: z.object({
    invitation: invitationView,
    link: z.string().nullable().describe('To hand over to the person; null when it was mailed'),
  }),
  examples: [{ body: { email: 'rita@example.com', role: 'reviewer' } }],
})

export const revokeInvitation = contract({
  name: 'invitations.revoke',
  tag: 'invitations',
  summary: 'Withdraw an invitation: its link stops working at once.',
  scope: 'admin',
  effects: ['write'],
  method: 'DELETE',
  path: '/api/v1/invitations/{invitationId}',
  input: z.strictObject({ invitationId: id }),
  output: z.object({ invitation: invitationView }),
})

/** `account` is for who has none: it is made then, and only then. */
export const acceptInvitation = contract({
  name: 'invitations.accept',
  tag: 'invitations',
  summary: 'Accept an invitation, signed in as the invited person, or by making an account.',
  scope: 'public',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/invitations/accept',
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
            'Take the address from an account whose owner never proved it. Only by a link that was mailed to the address',
          ),
      })
      .optional(),
  }),
  output: z.object({ project: z.string().describe('Its slug'), email: z.string() }),
})

export const declineInvitation = contract({
  name: 'invitations.decline',
  tag: 'invitations',
  summary: 'Decline an invitation. Its link stops working; who declined is not put on record.',
  scope: 'public',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/invitations/decline',
  input: z.strictObject({ token }),
  output: z.object({ declined: z.literal(true) }),
})

export type InvitationState = z.infer<typeof invitationState>
export type InvitationView = z.infer<typeof invitationView>

export type Offer = { email: string; project: string; role: Role; invitedBy: string }

/**
 * What the holder of a link meets. `closed`: nothing any more. `other`: they are signed in as somebody else. `member`: they
 * belong to the project. `answer`: they are signed in as the invited. `sign_in`: the address has an account, whose owner may or may
 * not have proven it. `join`: they may make an account; where the link was not mailed it is not said whether there is one, since
 * whoever invited could read that too.
 */
export type OpenedInvitation =
  | { kind: 'closed' }
  | { kind: 'other'; email: string }
  | { kind: 'member'; slug: string; project: string; role: Role }
  | ({ kind: 'answer' } & Offer)
  | ({ kind: 'sign_in'; isProven: boolean } & Offer)
  | ({ kind: 'join'; mayHaveAccount: boolean } & Offer)
