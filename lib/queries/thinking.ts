import { queryOptions } from '@tanstack/react-query'
import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { fetchContract } from '@/lib/api/call'
import type { ThinkingSessionView } from '@/lib/contracts/thinking/sessions'
import { sessionStates } from '@/lib/contracts/vocabulary'
import { pagesOf, queryOf } from './query-of'
import { onlySet, shortText } from './search-parameters'

export const sessionList = (project: string, search: ThinkingSearch) =>
  pagesOf('GET /api/v1/thinking', { ...onlySet(search), limit: 50 }, { project })

/** A session; refetches load only the thoughts added since. */
export function thinkingSession(project: string, sessionId: string) {
  const { queryKey } = queryOf('GET /api/v1/thinking/{sessionId}', { sessionId }, { project })
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData(queryKey)
      const after = known?.lastOrdinal ?? 0
      const since = await fetchContract('GET /api/v1/thinking/{sessionId}', { sessionId, after }, { project, signal })
      return known ? mergeSession(known, since) : since
    },
  })
}

/** Merges a known session with what was added since; thoughts that are no longer kept are dropped. */
export function mergeSession(known: ThinkingSessionView, since: ThinkingSessionView): ThinkingSessionView {
  const { firstOrdinal } = since
  const kept = firstOrdinal === null ? [] : known.thoughts.filter(({ ordinal }) => ordinal >= firstOrdinal)
  const last = kept.at(-1)?.ordinal ?? 0
  return { ...since, thoughts: [...kept, ...since.thoughts.filter(({ ordinal }) => ordinal > last)] }
}

/** Search parameters of the thinking page. Invalid values are treated as absent. */
export const thinkingSearchParsers = { text: shortText, state: parseAsStringLiteral(sessionStates) }

export const loadThinkingSearch = createLoader(thinkingSearchParsers)

type ThinkingSearch = inferParserType<typeof thinkingSearchParsers>
