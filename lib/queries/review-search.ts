import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import { reviewReasons } from '@/lib/contracts/vocabulary'
import { queryOf } from './query-of'

/** Search parameters of the review page: the filters, and the open run. */
export const reviewSearchParsers = {
  run: parseAsString,
  chain: parseAsString,
  reason: parseAsArrayOf(parseAsStringLiteral(reviewReasons)),
  assigned: parseAsBoolean,
}

export type ReviewSearch = inferParserType<typeof reviewSearchParsers>

export const loadReviewSearch = createLoader(reviewSearchParsers)

/** Converts the filters to the input of the contracts. */
export function reviewFiltersOf({ chain, reason, assigned }: Omit<ReviewSearch, 'run'>) {
  return {
    ...(chain && { chain }),
    ...(reason && reason.length > 0 && { reason }),
    ...(assigned && { assigned: true }),
  }
}

/** The review queue with these filters. */
export function reviewQueueQuery(project: string, search: Omit<ReviewSearch, 'run'>) {
  return queryOf('GET /api/v1/review', reviewFiltersOf(search), { project })
}

/** One run under review; live updates do not move it while it is read. */
export function reviewItemQuery(project: string, runId: string) {
  return queryOf('GET /api/v1/review/runs/{runId}', { runId }, { project, isStill: true })
}

/** Search parameters of the rubric page. */
export const rubricSearchParsers = { chain: parseAsString }

export const loadRubricSearch = createLoader(rubricSearchParsers)
