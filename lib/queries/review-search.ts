import type { QueryClient } from '@tanstack/react-query'
import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import type { ReviewQueue } from '@/lib/contracts/review-queue'
import { reviewReasons } from '@/lib/contracts/vocabulary'
import { queryOf } from './query-of'

/** What the address of the review page holds: the filters, and the run that is open. */
export const reviewSearchParsers = {
  run: parseAsString,
  chain: parseAsString,
  reason: parseAsArrayOf(parseAsStringLiteral(reviewReasons)),
  assigned: parseAsBoolean,
}

export type ReviewSearch = inferParserType<typeof reviewSearchParsers>

export const loadReviewSearch = createLoader(reviewSearchParsers)

/** The filters as the contracts take them. */
export function reviewFiltersOf({ chain, reason, assigned }: Omit<ReviewSearch, 'run'>) {
  return {
    ...(chain && { chain }),
    ...(reason && reason.length > 0 && { reason }),
    ...(assigned && { assigned: true }),
  }
}

/** What waits, by these filters. */
export function reviewQueueQuery(project: string, search: Omit<ReviewSearch, 'run'>) {
  return queryOf('GET /api/v1/review', reviewFiltersOf(search), { project })
}

/**
 * Sets one's last verdict in what is known of the queue. Until the queue has been fetched again, taking back would otherwise
 * hit the verdict before it.
 */
export function setLastVerdict(client: QueryClient, project: string, last: ReviewQueue['last']): void {
  const [of, target] = reviewQueueQuery(project, { chain: null, reason: null, assigned: null }).queryKey
  client.setQueriesData<ReviewQueue>({ queryKey: [of, target] }, (queue) => queue && { ...queue, last })
}

/** One run as it is reviewed: nothing moves in it while it is read. */
export function reviewItemQuery(project: string, runId: string) {
  return queryOf('GET /api/v1/review/runs/{runId}', { runId }, { project, isStill: true })
}

/** What the address of the rubric's page holds. */
export const rubricSearchParsers = { chain: parseAsString }

export const loadRubricSearch = createLoader(rubricSearchParsers)
