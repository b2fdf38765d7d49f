import { createLoader, type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { ExecutionView } from '@/lib/contracts/executions'
import { convergenceStates, executionSorts, ranges } from '@/lib/contracts/vocabulary'
import { pagesOf, queryOf } from './query-of'

/** What the address of the convergence page holds. A value that is not allowed is as good as absent. */
export const convergenceSearchParsers = {
  range: parseAsStringLiteral(ranges).withDefault('30d'),
  chain: parseAsArrayOf(parseAsString).withDefault([]),
  /** One state alone, page after page; without it the first of each. */
  state: parseAsStringLiteral(convergenceStates),
  sort: parseAsStringLiteral(executionSorts).withDefault('newest'),
}

export const loadConvergenceSearch = createLoader(convergenceSearchParsers)

export type ConvergenceSearch = inferParserType<typeof convergenceSearchParsers>
type State = ExecutionView['state']

const FIRST = 6
const PAGE = 50

const inputOf = ({ range, chain }: ConvergenceSearch) => ({ range, ...(chain.length > 0 && { chain }) })

export const convergenceSummary = (project: string, search: ConvergenceSearch) =>
  queryOf('GET /api/v1/executions/summary', inputOf(search), { project })

/** The executions of one state: the first few beside those of others, or page by page where it is looked at alone. */
export const executionsOfState = (project: string, search: ConvergenceSearch, state: State) =>
  pagesOf(
    'GET /api/v1/executions',
    { ...inputOf(search), sort: search.sort, state: [state], limit: search.state === null ? FIRST : PAGE },
    { project },
  )

/** All that the page asks for at first. */
export const convergenceQueries = (project: string, search: ConvergenceSearch) => [
  convergenceSummary(project, search),
  ...(search.state === null ? convergenceStates : [search.state]).map((state) =>
    executionsOfState(project, search, state),
  ),
]
