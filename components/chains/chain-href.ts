/** The address of a chain's page. */
export function chainHref(project: string, chain: string): string {
  return `/p/${encodeURIComponent(project)}/chains/${encodeURIComponent(chain)}`
}
