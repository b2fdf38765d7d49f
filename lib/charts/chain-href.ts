/** The address of a chain's page. */
export function chainHref(project: string, chain: string): string {
  return `/p/${encodeURIComponent(project)}/chains/${encodeURIComponent(chain)}`
}

/** The address of a version's page. */
export function versionHref(project: string, chain: string, version: string): string {
  return `${chainHref(project, chain)}/versions/${encodeURIComponent(version)}`
}

/** The address of the page that sets two versions of a chain against each other, the older one first. */
export function compareHref(project: string, chain: string, a: string, b: string): string {
  return `${chainHref(project, chain)}/compare?${new URLSearchParams({ a, b })}`
}
