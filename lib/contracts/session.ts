/** Where the browser gets and ends its session. These routes are the sign-in library's own; only their shapes are ours. */
export const SESSION_PATHS = {
  csrf: '/api/auth/csrf',
  session: '/api/auth/session',
  password: '/api/auth/callback/credentials',
  provider: (id: string) => `/api/auth/signin/${id}`,
  signOut: '/api/auth/signout',
} as const

/** A session ends after this long without use: 12 hours. */
export const SESSION_MAX_AGE_S = 12 * 60 * 60

export type CsrfAnswer = { csrfToken: string }
export type RedirectAnswer = { url: string }

/** Another service people may sign in with. */
export type SignInProvider = { id: string; name: string }
