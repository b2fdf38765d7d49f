/** Set by the proxy on every page request, so that a page can send a person back after sign-in. */
export const PAGE_PATH_HEADER = 'x-veritas-page'
