import { createLoader, type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { InputOf } from '@/lib/contracts/contract'
import type { getOverview } from '@/lib/contracts/overview'
import { ranges, type spendGroups, trendScores } from '@/lib/contracts/vocabulary'
import { queryOf } from './query-of'

/** What the address of the overview holds. A value that is not allowed is as good as absent. */
export const overviewSearchParsers = {
  range: parseAsStringLiteral(ranges).withDefault('7d'),
  chain: parseAsArrayOf(parseAsString).withDefault([]),
  /** The score whose mean is drawn over time; the one that was measured where none is named. */
  score: parseAsStringLiteral(trendScores),
}

export const loadOverviewSearch = createLoader(overviewSearchParsers)

export type OverviewSearch = inferParserType<typeof overviewSearchParsers>
export type OverviewInput = InputOf<typeof getOverview>

/** The address as the input of `overview.get` and of everything beside it. */
export function toOverviewInput({ range, chain }: Pick<OverviewSearch, 'range' | 'chain'>): OverviewInput {
  return chain.length > 0 ? { range, chain } : { range }
}

/** What the runs of the range cost, added up by chain, version or day. */
export function overviewSpend(project: string, { range, chain }: OverviewInput, by: (typeof spendGroups)[number]) {
  return queryOf(
    'GET /api/v1/overview/spend',
    { ...(range ? { range } : {}), ...(chain ? { chain } : {}), by },
    { project },
  )
}

/** Of each kind of thing that waits, how many are named. */
export const WAITING = 3

/** All that the overview of a range and its chains asks for. */
export function overviewQueries(project: string, { range, chain }: OverviewInput) {
  const where = { project }
  const chains = chain ? { chain } : {}
  const input = { ...(range ? { range } : {}), ...chains }
  // The queue is of one chain or of all.
  const only: unknown = Array.isArray(chain) && chain.length === 1 ? chain[0] : undefined
  return {
    figures: queryOf('GET /api/v1/overview', input, where),
    failures: queryOf('GET /api/v1/failures/patterns', input, where),
    spend: overviewSpend(project, input, 'chain'),
    /** Those drawn in the convergence wall. */
    executions: queryOf('GET /api/v1/executions', { ...input, limit: 40 }, where),
    /** The most urgent ones that wait. */
    gates: queryOf('GET /api/v1/gates', { state: ['pending'], limit: WAITING, ...chains }, where),
    /** How much waits in the review queue, and why. */
    queue: queryOf('GET /api/v1/review', typeof only === 'string' ? { chain: only } : {}, where),
    /** The newest version of every chain, of which those that got worse are shown. */
    chains: queryOf('GET /api/v1/chains', { newest: true }, where),
  }
}
