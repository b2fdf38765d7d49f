import { defaultShouldDehydrateQuery, environmentManager, notifyManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/lib/api/api-error'

const STALE_MS = 30_000

// A button is busy before the next event comes, so that a double click sends once.
notifyManager.setScheduler(queueMicrotask)

/** How often a question is asked again before the page says that it got no answer. */
const TRIES = 2

/** Whether nobody answered, or the server could not: another try may get through. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError) || error.code === 'network' || error.status >= 500
}

function makeQueryClient() {
  return new QueryClient({
    defaultOptions: {
      // A refusal stays one however often it is asked for; only what got no answer is asked again.
      queries: { staleTime: STALE_MS, retry: (failures, error) => isUnanswered(error) && failures < TRIES },
      // Pending queries are streamed, so a server page need not wait for its data.
      dehydrate: {
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === 'pending',
      },
    },
  })
}

let browserClient: QueryClient | undefined

/** One client for each server render, one for the life of the browser tab. */
export function getQueryClient(): QueryClient {
  if (environmentManager.isServer()) return makeQueryClient()
  browserClient ??= makeQueryClient()
  return browserClient
}
