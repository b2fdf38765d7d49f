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
  tag: 'setup',
  summary: 'Use the one-time link to create the first admin and the project "default".',
  scope: 'public',
  effects: ['write'],
  rate: 'setup',
  method: 'POST',
  path: '/api/v1/setup',
  status: 201,
  input: z.strictObject({ token: z.string().min(1).max(200), name, email: z.email(), password }),
  output: z.object({ email: z.string() }),
})

export const updateAccount = contract({
  name: 'account.update',
  tag: 'account',
  summary: 'Change your own name, as shown beside decisions.',
  scope: 'session',
  effects: ['write'],
  method: 'PATCH',
  path: '/api/v1/account',
  input: z.strictObject({ name }),
  output: z.object({ name: z.string() }),
  examples: [{ body: { name: 'Ada Admin' } }],
})

export const changePassword = contract({
  name: 'account.password',
  tag: 'account',
  summary: 'Change your own password.',
  scope: 'session',
  effects: ['write'],
  rate: 'password',
  method: 'POST',
  path: '/api/v1/account/password',
  input: z.strictObject({ current: z.string().max(200), next: password }),
  output: z.object({ changed: z.literal(true) }),
})
