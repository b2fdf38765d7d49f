/** The address of a gate's page. */
export function gateHref(project: string, gateId: string): string {
  return `/p/${encodeURIComponent(project)}/gates/${gateId}`
}
