/** The address that a notification of a project leads to. */
export function notificationHref(project: string, link: string): string {
  return `/p/${encodeURIComponent(project)}${link}`
}
