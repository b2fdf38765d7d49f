import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { getRun } from '@/lib/contracts/run-detail'
import type { listRuns, runFacets } from '@/lib/contracts/runs'
import type { RunListInput } from './run-search'

/** Rows of one page of the list. */
export const RUN_PAGE_SIZE = 60

/** The page of runs that starts at this cursor, as `runs.list` takes it. */
export function runPage(input: RunListInput, cursor: string | undefined): RunListInput {
  return { ...input, limit: RUN_PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) }
}

export const runQueries = {
  /**
   * The rows in sight. It stands apart from what a live event makes stale, so that nothing moves under the pointer:
   * `head` says what would be new.
   */
  list: (project: string, input: RunListInput) =>
    infiniteQueryOptions({
      queryKey: [project, 'run-list', input],
      queryFn: ({ pageParam, signal }) =>
        fetchContract<typeof listRuns>('GET /api/v1/runs', runPage(input, pageParam), { project, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** The first page as it would be now. */
  head: (project: string, input: RunListInput) =>
    queryOptions({
      queryKey: [project, 'runs', 'head', input],
      queryFn: ({ signal }) =>
        fetchContract<typeof listRuns>('GET /api/v1/runs', runPage(input, undefined), { project, signal }),
    }),
  facets: (project: string) =>
    queryOptions({
      queryKey: [project, 'runs', 'facets'],
      queryFn: ({ signal }) => fetchContract<typeof runFacets>('GET /api/v1/runs/facets', {}, { project, signal }),
    }),
  detail: (project: string, runId: string) =>
    queryOptions({
      queryKey: [project, 'run', runId],
      queryFn: ({ signal }) => fetchContract<typeof getRun>('GET /api/v1/runs/{runId}', { runId }, { project, signal }),
    }),
}
