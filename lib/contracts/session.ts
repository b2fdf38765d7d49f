/** Paths that start and end a browser session. The routes belong to the sign-in library; only their shapes are declared here. */
export const SESSION_PATHS = {
  csrf: '/api/auth/csrf',
  session: '/api/auth/session',
  password: '/api/auth/callback/credentials',
  provider: (id: string) => `/api/auth/signin/${id}`,
  signOut: '/api/auth/signout',
} as const

/** Idle timeout of a session: 12 hours. */
export const SESSION_MAX_AGE_S = 12 * 60 * 60

export type CsrfAnswer = { csrfToken: string }
export type RedirectAnswer = { url: string }

/** An external service for signing in. */
export type SignInProvider = { id: string; name: string }
