import { defaultShouldDehydrateQuery, environmentManager, notifyManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/lib/api/api-error'

const STALE_MS = 30_000

// Flushes in a microtask, so that a button is busy before the next event and a double click sends once.
notifyManager.setScheduler(queueMicrotask)

/** How often a failed query is retried before the page reports the failure. */
const TRIES = 2

/** Whether the server did not answer or could not, so that a retry may succeed. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError) || error.code === 'network' || error.status >= 500
}

function makeQueryClient(isServer: boolean) {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // Refusals are final; only requests without an answer are retried, and by the browser: the page would wait for seconds.
        retry: (failures, error) => !isServer && isUnanswered(error) && failures < TRIES,
      },
      // Pending queries are streamed, so that a server page does not wait for its data.
      dehydrate: {
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === 'pending',
      },
    },
  })
}

let browserClient: QueryClient | undefined

/** Returns a new client for each server render, and one client per browser tab. */
export function getQueryClient(): QueryClient {
  if (environmentManager.isServer()) return makeQueryClient(true)
  browserClient ??= makeQueryClient(false)
  return browserClient
}
