import { z } from 'zod'
import { contract } from './contract'
import { password } from './setup'

/** Says the same whether or not somebody has this e-mail. */
export const requestPasswordReset = contract({
  name: 'account.requestReset',
  tag: 'account',
  summary: 'Have a link for a new password mailed to an e-mail, if an account has it. It works once, for an hour.',
  scope: 'public',
  effects: ['write', 'outside'],
  rate: 'reset',
  method: 'POST',
  path: '/api/v1/password-reset',
  status: 202,
  input: z.strictObject({ email: z.email().max(320) }),
  output: z.object({ asked: z.literal(true) }),
})

export const resetPassword = contract({
  name: 'account.reset',
  tag: 'account',
  summary: 'Choose a new password by a link. Every session of the person ends, and every other link.',
  scope: 'public',
  effects: ['write'],
  rate: 'reset',
  method: 'POST',
  path: '/api/v1/password-reset/use',
  input: z.strictObject({ token: z.string().min(1).max(200), password }),
  output: z.object({ email: z.string() }),
})
