/** The address of the configuration page: the project's level, or a chain's. */
export function configurationHref(project: string, chain?: string): string {
  const search = chain === undefined ? '' : `?chain=${encodeURIComponent(chain)}`
  return `/p/${encodeURIComponent(project)}/settings/configuration${search}`
}
