import { z } from 'zod'
import { contract } from './contract'
import { password } from './setup'

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
