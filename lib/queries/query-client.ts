import { defaultShouldDehydrateQuery, environmentManager, QueryClient } from '@tanstack/react-query'

const STALE_MS = 30_000

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
