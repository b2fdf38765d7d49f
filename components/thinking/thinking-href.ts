/** The address of a session's page. */
export function sessionHref(project: string, sessionId: string): string {
  return `/p/${encodeURIComponent(project)}/thinking/${encodeURIComponent(sessionId)}`
}
