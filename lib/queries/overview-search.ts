import { createLoader, type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { InputOf } from '@/lib/contracts/contract'
import type { getOverview } from '@/lib/contracts/overview'
import { ranges, type spendGroups } from '@/lib/contracts/vocabulary'
import { queryOf } from './query-of'

/** Search parameters of the overview. Invalid values are treated as absent. */
export const overviewSearchParsers = {
  range: parseAsStringLiteral(ranges).withDefault('7d'),
  chain: parseAsArrayOf(parseAsString).withDefault([]),
}

export const loadOverviewSearch = createLoader(overviewSearchParsers)

type OverviewSearch = inferParserType<typeof overviewSearchParsers>
type OverviewInput = InputOf<typeof getOverview>

/** Converts the search parameters to the input of `overview.get` and its companion queries. */
export function toOverviewInput({ range, chain }: Pick<OverviewSearch, 'range' | 'chain'>): OverviewInput {
  return chain.length > 0 ? { range, chain } : { range }
}

/** The cost of the runs in the range, by chain, version or day. */
export function overviewSpend(project: string, { range, chain }: OverviewInput, by: (typeof spendGroups)[number]) {
  return queryOf(
    'GET /api/v1/overview/spend',
    { ...(range ? { range } : {}), ...(chain ? { chain } : {}), by },
    { project },
  )
}

/** How many waiting items of each kind are listed by name. */
export const WAITING = 3

/** The queries of the overview by part. Gates, the queue and the chains are those of now, whatever the range. */
export function overviewQueries(project: string, { range, chain }: OverviewInput) {
  const where = { project }
  const chains = chain ? { chain } : {}
  const input = { ...(range ? { range } : {}), ...chains }
  // The queue can be filtered by one chain or none.
  const only: unknown = Array.isArray(chain) && chain.length === 1 ? chain[0] : undefined
  return {
    figures: queryOf('GET /api/v1/overview', input, where),
    failures: queryOf('GET /api/v1/failures/patterns', input, where),
    spend: overviewSpend(project, input, 'chain'),
    /** Those drawn in the convergence wall. */
    executions: queryOf('GET /api/v1/executions', { ...input, limit: 40 }, where),
    /** The most urgent pending gates. */
    gates: queryOf('GET /api/v1/gates', { state: ['pending'], limit: WAITING, ...chains }, where),
    /** The size of the review queue, by reason. */
    queue: queryOf('GET /api/v1/review', typeof only === 'string' ? { chain: only } : {}, where),
    /** Failures that came back after they were resolved, or that occur more often than before. */
    worseFailures: queryOf(
      'GET /api/v1/failures',
      { status: ['regressed', 'escalating'], limit: WAITING, ...input },
      where,
    ),
    /** The newest versions that got worse the most, and how many did. */
    chains: queryOf('GET /api/v1/chains', { sort: 'largest_drop', newest: true, limit: WAITING, ...chains }, where),
  }
}
