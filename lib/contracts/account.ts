import { z } from 'zod'
import { contract } from './contract'
import { PASSWORD_LENGTH } from './limits'
import { id, isoTime, name } from './primitives'

export const password = z
  .string()
  .min(PASSWORD_LENGTH.min, `at least ${PASSWORD_LENGTH.min} characters`)
  .max(PASSWORD_LENGTH.max)

export const completeSetup = contract({
  name: 'setup.complete',
  summary: 'Use the one-time link to create the first admin and the project "default".',
  scope: 'public',
  rate: 'setup',
  target: 'POST /api/v1/setup',
  status: 201,
  input: z.strictObject({ token: z.string().min(1).max(200), name, email: z.email(), password }),
  output: z.object({ email: z.string() }),
})

export const updateAccount = contract({
  name: 'account.update',
  summary: 'Change your own name, as shown beside decisions.',
  scope: 'session',
  target: 'PATCH /api/v1/account',
  input: z.strictObject({ name }),
  output: z.object({ name: z.string() }),
  examples: [{ body: { name: 'Ada Admin' } }],
})

export const changePassword = contract({
  name: 'account.password',
  summary: 'Change your own password.',
  scope: 'session',
  rate: 'password',
  target: 'POST /api/v1/account/password',
  input: z.strictObject({ current: z.string().max(200), next: password }),
  output: z.object({ changed: z.literal(true) }),
})

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
  output: z.object({
    sessions: z.array(signInSessionView),
    count: z.number().int().describe('How many there are in all'),
  }),
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

/** Answers the same whether or not an account has this e-mail address. */
export const requestPasswordReset = contract({
  name: 'account.requestReset',
  summary: 'Mail a password reset link to the address if an account has it. The link works once, for one hour.',
  scope: 'public',
  effects: ['write', 'outside'],
  rate: 'reset',
  target: 'POST /api/v1/password-reset',
  status: 202,
  input: z.strictObject({ email: z.email().max(320) }),
  output: z.object({ asked: z.literal(true) }),
})

export const resetPassword = contract({
  name: 'account.reset',
  summary: 'Set a new password with a reset link. Ends all sessions of the person and all other links.',
  scope: 'public',
  rate: 'reset',
  target: 'POST /api/v1/password-reset/use',
  input: z.strictObject({ token: z.string().min(1).max(200), password }),
  output: z.object({ email: z.string() }),
})
