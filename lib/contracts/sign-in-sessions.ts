import { z } from 'zod'
import { contract } from './contract'
import { id, isoTime } from './primitives'

export const signInSessionView = z.object({
  id,
  isThisOne: z.boolean().describe('The session of this request'),
  device: z.string().nullable().describe('Browser and system, from the user agent'),
  address: z.string().nullable().describe('IP address of the last use'),
  createdAt: isoTime,
  seenAt: isoTime.describe('Last use, to the minute'),
})

export const listSignInSessions = contract({
  name: 'account.sessions',
  summary: 'List your sessions: the current one first, then by last use; at most 100.',
  scope: 'session',
  target: 'GET /api/v1/account/sessions',
  output: z.object({ sessions: z.array(signInSessionView) }),
})

export const endSignInSession = contract({
  name: 'account.endSession',
  summary: 'End one of your own sessions. Its cookie stops working immediately.',
  scope: 'session',
  hints: { destructive: true },
  target: 'DELETE /api/v1/account/sessions/{sessionId}',
  input: z.strictObject({ sessionId: id }),
  output: z.object({ ended: z.literal(true) }),
})

export const endOtherSignInSessions = contract({
  name: 'account.endOtherSessions',
  summary: 'End all your sessions except the current one.',
  scope: 'session',
  hints: { destructive: true, idempotent: true },
  target: 'POST /api/v1/account/sessions/end-others',
  output: z.object({ ended: z.number().int().describe('Number of sessions ended') }),
})

export type SignInSessionView = z.infer<typeof signInSessionView>
