/** The project this browser visited last. */
export const LAST_PROJECT_COOKIE = 'veritas-project'
