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
