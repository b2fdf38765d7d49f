import { z } from 'zod'
import { contract } from './contract'
import { name } from './primitives'
import { PASSWORD_LENGTH } from './vocabulary'

/** A new password. */
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
