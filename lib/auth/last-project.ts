/** Which project this browser saw last. */
export const LAST_PROJECT_COOKIE = 'veritas-project'
