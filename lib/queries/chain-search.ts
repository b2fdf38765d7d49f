import type { QueryClient } from '@tanstack/react-query'
import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { chainSorts } from '@/lib/contracts/vocabulary'
import { pagesOf, queryOf } from './query-of'
import { shortText } from './search-parameters'

/** Search parameters of the chains page. Invalid values are treated as absent. */
export const chainSearchParsers = { text: shortText, sort: parseAsStringLiteral(chainSorts).withDefault('name') }

export const loadChainSearch = createLoader(chainSearchParsers)

export type ChainSearch = inferParserType<typeof chainSearchParsers>

/** Converts the search parameters to the input of `chains.list`. */
export function toChainListInput({ text, sort }: ChainSearch) {
  return { sort, ...(text && { text }) }
}

/** A page of the chains; without a cursor the first. */
export const chainPage = (project: string, search: ChainSearch, cursor?: string) =>
  queryOf('GET /api/v1/chains', { ...toChainListInput(search), ...(cursor && { cursor }) }, { project })

/** How many pages of the chains are cached one after the other, at least 1. */
export function countCachedPages(client: QueryClient, project: string, search: ChainSearch): number {
  let pages = 0
  for (let cursor: string | undefined; pages === 0 || cursor; pages++) {
    const page = client.getQueryData(chainPage(project, search, cursor).queryKey)
    if (!page) break
    cursor = page.next ?? undefined
  }
  return Math.max(1, pages)
}

/** Chains to compare: those whose newest version is compared with an earlier one come first. */
export const comparableChains = (project: string, text: string | null) =>
  pagesOf('GET /api/v1/chains', { sort: 'largest_drop', newest: true, ...(text && { text }) }, { project })

/** Maximum number of chains that a picker offers at once. */
const PICKED_FROM = 20

/** The first chains to pick from whose names contain these words. */
export const chainChoices = (project: string, text: string | null) =>
  queryOf('GET /api/v1/chains', { newest: true, limit: PICKED_FROM, ...(text && { text }) }, { project })
