import { queryOptions } from '@tanstack/react-query'
import { queryOf } from './query-of'

const PREVIEW_MS = 60_000

/** A frozen page never changes but for its actions; a preview is taken anew each minute. */
export function weekPage(project: string, week: string, revision?: number) {
  return queryOptions({
    ...queryOf('GET /api/v1/weekly/{week}', { week, ...(revision !== undefined && { revision }) }, { project }),
    refetchInterval: ({ state }) => (state.data?.revision === null ? PREVIEW_MS : false),
  })
}
