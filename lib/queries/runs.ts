import { pagesOf, queryOf } from './query-of'
import type { RunListInput } from './run-search'

/** Rows of one page of the list. */
export const RUN_PAGE_SIZE = 60

/** The rows in sight. What comes in meanwhile does not move them: {@link runHead} says what would be new. */
export const runList = (project: string, input: RunListInput) =>
  pagesOf('GET /api/v1/runs', { ...input, limit: RUN_PAGE_SIZE }, { project, isStill: true })

/** The first page as it would be now. */
export const runHead = (project: string, input: RunListInput) =>
  queryOf('GET /api/v1/runs', { ...input, limit: RUN_PAGE_SIZE }, { project })
