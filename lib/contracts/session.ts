import { z } from 'zod'

/** Where the browser gets and ends its session. These routes are the sign-in library's own; only their shapes are ours. */
export const SESSION_PATHS = {
  csrf: '/api/auth/csrf',
  session: '/api/auth/session',
  password: '/api/auth/callback/credentials',
  provider: (id: string) => `/api/auth/signin/${id}`,
  signOut: '/api/auth/signout',
} as const

export const csrfAnswer = z.object({ csrfToken: z.string() })
export const redirectAnswer = z.object({ url: z.string() })

/** Another service people may sign in with. */
export type SignInProvider = { id: string; name: string }
