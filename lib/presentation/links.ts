import type { RunFilters, RunSort } from '@/lib/contracts/runs'
import { type chainSorts, finishedStatuses } from '@/lib/contracts/vocabulary'

type RunsHrefFilters = { [Key in keyof RunFilters]?: RunFilters[Key] | readonly string[] | string | null } & {
  sort?: RunSort
}

/** Lists of names, which may contain the comma that separates them. */
const nameLists: readonly string[] = ['chain', 'version', 'tag']

/** Returns the URL of a page of a project; `path` starts with a slash and may have a query; without it, the overview. */
export function projectHref(project: string, path = ''): string {
  return `/p/${encodeURIComponent(project)}${path}`
}

/** Returns the path with the query, if there is one. */
function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** Returns the URL of the list of chains in this order. */
export function chainsHref(project: string, sort: (typeof chainSorts)[number]): string {
  return projectHref(project, sort === 'name' ? '/chains' : `/chains?sort=${sort}`)
}

/** Returns the URL of the runs list with these filters, in the order they are given. */
export function runsHref(project: string, filters: RunsHrefFilters = {}): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(filters)) {
    if (value === undefined || value === null || value === '') continue
    const items = (Array.isArray(value) ? value : [value]).map(String)
    // As the parser of the page's parameters expects it.
    const escaped = nameLists.includes(key) ? items.map((name) => name.replaceAll(',', '%2C')) : items
    if (items.length > 0) query.set(key, escaped.join(','))
  }
  return withQuery(projectHref(project, '/runs'), query)
}

/** Returns the URL of the runs that figures of a chain or version count, which are those that have ended. */
export function endedRunsHref(
  project: string,
  chain: string,
  version?: string,
  more: Pick<RunFilters, 'kind'> = {},
): string {
  return runsHref(project, {
    chain: [chain],
    ...(version !== undefined && { version: [version] }),
    ...more,
    status: [...finishedStatuses],
  })
}

export function runHref(project: string, runId: string): string {
  return projectHref(project, `/runs/${encodeURIComponent(runId)}`)
}

/** Returns the URL of a failure group. */
export function failureHref(project: string, fingerprint: string): string {
  return projectHref(project, `/failures/${encodeURIComponent(fingerprint)}`)
}

/** Returns the URL of a step of a run: a step of its transcript, or a node for its first step. */
export function stepHref(project: string, runId: string, stepId: string): string {
  return `${runHref(project, runId)}?${new URLSearchParams({ step: stepId })}`
}

export function chainHref(project: string, chain: string): string {
  return projectHref(project, `/chains/${encodeURIComponent(chain)}`)
}

export function versionHref(project: string, chain: string, version: string): string {
  return `${chainHref(project, chain)}/versions/${encodeURIComponent(version)}`
}

/** One side of a comparison: a run, or a version of a chain. */
export type ComparedSide = { run: string } | { chain: string; version: string }

/** Formats a side as a URL parameter: `run:<id>`, or `version:<chain>@<version>`. */
export function formatSide(side: ComparedSide): string {
  return 'run' in side ? `run:${side.run}` : `version:${encodeURIComponent(side.chain)}@${side.version}`
}

const sidesQuery = (a: ComparedSide, b: ComparedSide) => new URLSearchParams({ a: formatSide(a), b: formatSide(b) })

/** Returns the URL of the comparison of two runs, or two versions of a chain; the baseline first. */
export function compareHref(project: string, a: ComparedSide, b: ComparedSide): string {
  return withQuery(projectHref(project, '/compare'), sidesQuery(a, b))
}

/** Returns the URL where people compare pairs of two versions, or of two runs. */
export function pairsHref(project: string, a: ComparedSide, b: ComparedSide): string {
  return withQuery(projectHref(project, '/review/pairs'), sidesQuery(a, b))
}

/** Returns the URL of the review queue, or of one run in it. */
export function reviewHref(project: string, runId?: string): string {
  return projectHref(project, runId === undefined ? '/review' : `/review?run=${encodeURIComponent(runId)}`)
}

/** Returns the URL of the review queue with its filters; those that are undefined are left out. */
export function reviewQueueHref(project: string, filters: { chain?: string | undefined; reason?: string }): string {
  const query = new URLSearchParams(
    Object.entries(filters).filter(([, value]) => value !== undefined) as [string, string][],
  )
  return withQuery(reviewHref(project), query)
}

/** Returns the URL of the page on reviewer agreement. */
export function agreementHref(project: string): string {
  return projectHref(project, '/review/agreement')
}

/** Returns the URL of the page for a chain's rubric. */
export function rubricHref(project: string, chain?: string): string {
  return withQuery(
    projectHref(project, '/review/rubric'),
    new URLSearchParams({ ...(chain !== undefined && { chain }) }),
  )
}

export function gateHref(project: string, gateId: string): string {
  return projectHref(project, `/gates/${gateId}`)
}

/** Returns the path of the gates of a chain. */
export function gatesHref(project: string, chain: string): string {
  return withQuery(projectHref(project, '/gates'), new URLSearchParams({ chain }))
}

/** Returns the path of a week, or of an earlier revision of it. */
export function weekHref(project: string, week: string, revision?: number): string {
  const query = revision === undefined ? '' : `?revision=${revision}`
  return projectHref(project, `/week/${encodeURIComponent(week)}${query}`)
}

type DeadLettersAddress = { runId?: string; item?: string }

/** Returns the path of the dead letters; `runId` is a client's run id to filter by, `item` the dead letter to open. */
export function deadLettersHref(project: string, address: DeadLettersAddress = {}): string {
  return withQuery(projectHref(project, '/dead-letters'), new URLSearchParams(address))
}

/** Returns the path of a verification session. */
export function sessionHref(project: string, sessionId: string): string {
  return projectHref(project, `/thinking/${encodeURIComponent(sessionId)}`)
}

/** Returns the path of the configuration of the project or of a chain; `efficiencyReference` fills the draft with that value. */
export function configurationHref(project: string, chain?: string, efficiencyReference?: number): string {
  const query = new URLSearchParams({
    ...(chain !== undefined && { chain }),
    ...(efficiencyReference !== undefined && { efficiency_reference: String(efficiencyReference) }),
  })
  return withQuery(projectHref(project, '/settings/configuration'), query)
}

export function calibrationHref(project: string): string {
  return projectHref(project, '/calibration')
}
