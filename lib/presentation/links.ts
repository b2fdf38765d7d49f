import type { RunFilters, RunSort } from '@/lib/contracts/runs'

type RunsHrefFilters = { [Key in keyof RunFilters]?: RunFilters[Key] | string | null } & { sort?: RunSort }

/** The address of the runs a mark stands for: the runs list under these filters, in the order they are given. */
export function runsHref(project: string, filters: RunsHrefFilters = {}): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(filters)) {
    if (value === undefined || value === null || value === '') continue
    query.set(key, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = query.toString()
  return `/p/${encodeURIComponent(project)}/runs${text ? `?${text}` : ''}`
}

/** The address of one run. */
export function runHref(project: string, runId: string): string {
  return `/p/${encodeURIComponent(project)}/runs/${encodeURIComponent(runId)}`
}

/** The address of a group of failures. */
export function failureHref(project: string, fingerprint: string): string {
  return `/p/${encodeURIComponent(project)}/failures/${encodeURIComponent(fingerprint)}`
}

/** The address of one step of a run: a step of its transcript, or a node, whose first step is meant. */
export function stepHref(project: string, runId: string, stepId: string): string {
  return `${runHref(project, runId)}?${new URLSearchParams({ step: stepId })}`
}

/** The address of a chain's page. */
export function chainHref(project: string, chain: string): string {
  return `/p/${encodeURIComponent(project)}/chains/${encodeURIComponent(chain)}`
}

/** The address of a version's page. */
export function versionHref(project: string, chain: string, version: string): string {
  return `${chainHref(project, chain)}/versions/${encodeURIComponent(version)}`
}

/** One side of a comparison: a run, or a version of a chain. */
export type ComparedSide = { run: string } | { chain: string; version: string }

/** A side as an address names it: `run:<id>`, or `version:<chain>@<version>`. */
export function formatSide(side: ComparedSide): string {
  return 'run' in side ? `run:${side.run}` : `version:${encodeURIComponent(side.chain)}@${side.version}`
}

/** Reads what {@link formatSide} writes; null for anything else. */
export function parseSide(text: string): ComparedSide | null {
  const run = /^run:(.+)$/s.exec(text)?.[1]
  if (run !== undefined) return { run }
  const [, chain, version] = /^version:([^@]+)@(.+)$/s.exec(text) ?? []
  if (chain === undefined || version === undefined) return null
  try {
    return { chain: decodeURIComponent(chain), version }
  } catch {
    return null
  }
}

/** The address of the page that sets two runs, or two versions of a chain, against each other; the baseline first. */
export function compareHref(project: string, a: ComparedSide, b: ComparedSide): string {
  return `/p/${encodeURIComponent(project)}/compare?${new URLSearchParams({ a: formatSide(a), b: formatSide(b) })}`
}

/** The address of the place where people say which of two versions, or of two runs, is better. */
export function pairsHref(project: string, a: ComparedSide, b: ComparedSide): string {
  const query = new URLSearchParams({ a: formatSide(a), b: formatSide(b) })
  return `/p/${encodeURIComponent(project)}/review/pairs?${query}`
}

/** The address of the review queue, of one run in it where it is given. */
export function reviewHref(project: string, runId?: string): string {
  return `/p/${encodeURIComponent(project)}/review${runId === undefined ? '' : `?run=${encodeURIComponent(runId)}`}`
}

/** The address of the review queue of a chain, or of what waits in it for one reason. */
export function reviewQueueHref(project: string, filters: { chain?: string | undefined; reason?: string }): string {
  const query = new URLSearchParams(
    Object.entries(filters).filter(([, value]) => value !== undefined) as [string, string][],
  )
  return `${reviewHref(project)}${query.size > 0 ? `?${query}` : ''}`
}

/** The address of the page that says how far reviewers agree. */
export function agreementHref(project: string): string {
  return `/p/${encodeURIComponent(project)}/review/agreement`
}

/** The address of the page on which a chain's rubric is written. */
export function rubricHref(project: string, chain?: string): string {
  const query = chain === undefined ? '' : `?${new URLSearchParams({ chain })}`
  return `/p/${encodeURIComponent(project)}/review/rubric${query}`
}
