import { queryOptions } from '@tanstack/react-query'
import { queryOf } from './query-of'

const PREVIEW_MS = 60_000

/** A frozen page changes only by its actions; a preview is refetched every minute. */
export function weekPage(project: string, week: string, revision?: number) {
  return queryOptions({
    ...queryOf('GET /api/v1/weekly/{week}', { week, ...(revision !== undefined && { revision }) }, { project }),
    refetchInterval: ({ state }) => (state.data?.revision === null ? PREVIEW_MS : false),
  })
}
