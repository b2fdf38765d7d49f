/** The address of a gate's page. */
export function gateHref(project: string, gateId: string): string {
  return `/p/${encodeURIComponent(project)}/gates/${gateId}`
}

/** The address of the page of a week, or of an earlier revision of it. */
export function weekHref(project: string, week: string, revision?: number): string {
  const query = revision === undefined ? '' : `?revision=${revision}`
  return `/p/${encodeURIComponent(project)}/week/${encodeURIComponent(week)}${query}`
}

type DeadLettersAddress = { runId?: string; item?: string }

/** The address of the dead letters, of one run by its client's id where it is given; `item` is the one that is open. */
export function deadLettersHref(project: string, address: DeadLettersAddress = {}): string {
  const query = new URLSearchParams(address).toString()
  return `/p/${encodeURIComponent(project)}/dead-letters${query ? `?${query}` : ''}`
}

/** The address of a session's page. */
export function sessionHref(project: string, sessionId: string): string {
  return `/p/${encodeURIComponent(project)}/thinking/${encodeURIComponent(sessionId)}`
}

/** The address of the configuration page: the project's level, or a chain's; with a reference of efficiency to try there. */
export function configurationHref(project: string, chain?: string, efficiencyReference?: number): string {
  const search = new URLSearchParams({
    ...(chain !== undefined && { chain }),
    ...(efficiencyReference !== undefined && { efficiency_reference: String(efficiencyReference) }),
  }).toString()
  return `/p/${encodeURIComponent(project)}/settings/configuration${search ? `?${search}` : ''}`
}

/** The address of the page of what the desk has learned. */
export function calibrationHref(project: string): string {
  return `/p/${encodeURIComponent(project)}/calibration`
}

/** The address that a notification of a project leads to. */
export function notificationHref(project: string, link: string): string {
  return `/p/${encodeURIComponent(project)}${link}`
}
