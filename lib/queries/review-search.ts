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

/**
 * Sets the user's last verdict in the cached queue, and counts a run that it ends. Until the queue is fetched again, an undo would otherwise
 * take back the verdict before it, and the next run would have the place of the one before.
 */
export function setLastVerdict(client: QueryClient, project: string, last: ReviewQueue['last']): void {
  const [of, target] = reviewQueueQuery(project, { chain: null, reason: null, assigned: null }).queryKey
  client.setQueriesData<ReviewQueue>({ queryKey: [of, target] }, (queue) => {
    if (!queue || !last || last.runId === queue.last?.runId) return queue && { ...queue, last }
    const { waiting, doneToday } = queue
    return { ...queue, last, waiting: Math.max(0, waiting - 1), doneToday: doneToday === null ? null : doneToday + 1 }
  })
}

/** One run under review; live updates do not move it while it is read. */
export function reviewItemQuery(project: string, runId: string) {
  return queryOf('GET /api/v1/review/runs/{runId}', { runId }, { project, isStill: true })
}

export const rubricSearchParsers = { chain: parseAsString }

export const loadRubricSearch = createLoader(rubricSearchParsers)
