import { defaultShouldDehydrateQuery, environmentManager, notifyManager, QueryClient } from '@tanstack/react-query'

const STALE_MS = 30_000

// A button is busy before the next event comes, so that a double click sends once.
notifyManager.setScheduler(queueMicrotask)

function makeQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_MS },
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
