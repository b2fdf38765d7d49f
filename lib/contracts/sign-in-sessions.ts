import { z } from 'zod'
import { contract } from './contract'
import { id, isoTime } from './primitives'

export const signInSessionView = z.object({
  id,
  isThisOne: z.boolean().describe('The session that asks'),
  device: z.string().nullable().describe('Browser and system, as the browser names itself'),
  address: z.string().nullable().describe('Where it was used last'),
  createdAt: isoTime,
  seenAt: isoTime.describe('Last use, to the minute'),
})

export const listSignInSessions = contract({
  name: 'account.sessions',
  tag: 'account',
  summary: 'Where one is signed in, this session first and then the one used last; at most 100.',
  scope: 'session',
  effects: [],
  method: 'GET',
  path: '/api/v1/account/sessions',
  input: z.strictObject({}),
  output: z.object({ sessions: z.array(signInSessionView) }),
})

export const endSignInSession = contract({
  name: 'account.endSession',
  tag: 'account',
  summary: 'Sign out of one of one’s own sessions, wherever it is. Its cookie opens nothing from then on.',
  scope: 'session',
  effects: ['write'],
  hints: { destructive: true },
  method: 'DELETE',
  path: '/api/v1/account/sessions/{sessionId}',
  input: z.strictObject({ sessionId: id }),
  output: z.object({ ended: z.literal(true) }),
})

export const endOtherSignInSessions = contract({
  name: 'account.endOtherSessions',
  tag: 'account',
  summary: 'Sign out everywhere but here.',
  scope: 'session',
  effects: ['write'],
  hints: { destructive: true, idempotent: true },
  method: 'POST',
  path: '/api/v1/account/sessions/end-others',
  input: z.strictObject({}),
  output: z.object({ ended: z.number().int().describe('How many sessions it ended') }),
})

export type SignInSessionView = z.infer<typeof signInSessionView>
