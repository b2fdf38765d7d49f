/** The address of the page of a week, or of an earlier revision of it. */
export function weekHref(project: string, week: string, revision?: number): string {
  const query = revision === undefined ? '' : `?revision=${revision}`
  return `/p/${encodeURIComponent(project)}/week/${encodeURIComponent(week)}${query}`
}
