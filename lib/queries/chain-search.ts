import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { chainSorts } from '@/lib/contracts/vocabulary'
import { pagesOf, queryOf } from './query-of'
import { shortText } from './short-text'

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

/** Chains to compare: those whose newest version is compared with an earlier one come first. */
export const comparableChains = (project: string, text: string | null) =>
  pagesOf('GET /api/v1/chains', { sort: 'largest_drop', newest: true, ...(text && { text }) }, { project })

/** Maximum number of chains that a picker offers at once. */
const PICKED_FROM = 20

/** The first chains to pick from whose names contain these words. */
export const chainChoices = (project: string, text: string | null) =>
  queryOf('GET /api/v1/chains', { newest: true, limit: PICKED_FROM, ...(text && { text }) }, { project })
