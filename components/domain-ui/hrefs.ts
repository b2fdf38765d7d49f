/** Returns the path of a gate. */
export function gateHref(project: string, gateId: string): string {
  return `/p/${encodeURIComponent(project)}/gates/${gateId}`
}

/** Returns the path of a week, or of an earlier revision of it. */
export function weekHref(project: string, week: string, revision?: number): string {
  const query = revision === undefined ? '' : `?revision=${revision}`
  return `/p/${encodeURIComponent(project)}/week/${encodeURIComponent(week)}${query}`
}

type DeadLettersAddress = { runId?: string; item?: string }

/** Returns the path of the dead letters; `runId` is a client's run id to filter by, `item` the dead letter to open. */
export function deadLettersHref(project: string, address: DeadLettersAddress = {}): string {
  const query = new URLSearchParams(address).toString()
  return `/p/${encodeURIComponent(project)}/dead-letters${query ? `?${query}` : ''}`
}

/** Returns the path of a verification session. */
export function sessionHref(project: string, sessionId: string): string {
  return `/p/${encodeURIComponent(project)}/thinking/${encodeURIComponent(sessionId)}`
}

/** Returns the path of the configuration of the project or of a chain; `efficiencyReference` fills the draft with that value. */
export function configurationHref(project: string, chain?: string, efficiencyReference?: number): string {
  const search = new URLSearchParams({
    ...(chain !== undefined && { chain }),
    ...(efficiencyReference !== undefined && { efficiency_reference: String(efficiencyReference) }),
  }).toString()
  return `/p/${encodeURIComponent(project)}/settings/configuration${search ? `?${search}` : ''}`
}

/** Returns the path of the calibration page. */
export function calibrationHref(project: string): string {
  return `/p/${encodeURIComponent(project)}/calibration`
}

/** Returns the path a notification links to. */
export function notificationHref(project: string, link: string): string {
  return `/p/${encodeURIComponent(project)}${link}`
}
