import { createLoader, type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { InputOf } from '@/lib/contracts/contract'
import type { getOverview } from '@/lib/contracts/overview'
import { ranges } from '@/lib/contracts/vocabulary'

/** What the address of the overview holds. A value that is not allowed is as good as absent. */
export const overviewSearchParsers = {
  range: parseAsStringLiteral(ranges).withDefault('7d'),
  chain: parseAsArrayOf(parseAsString).withDefault([]),
}

export const loadOverviewSearch = createLoader(overviewSearchParsers)

export type OverviewSearch = inferParserType<typeof overviewSearchParsers>
export type OverviewInput = InputOf<typeof getOverview>

/** The address as the input of `overview.get` and of everything beside it. */
export function toOverviewInput({ range, chain }: OverviewSearch): OverviewInput {
  return chain.length > 0 ? { range, chain } : { range }
}
