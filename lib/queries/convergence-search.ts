import { createLoader, type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { ExecutionView } from '@/lib/contracts/executions'
import { convergenceStates, executionSorts, ranges } from '@/lib/contracts/vocabulary'
import { pagesOf, queryOf } from './query-of'

/** Search parameters of the convergence page. Invalid values are treated as absent. */
export const convergenceSearchParsers = {
  range: parseAsStringLiteral(ranges).withDefault('30d'),
  chain: parseAsArrayOf(parseAsString).withDefault([]),
  /** Shows only this state, with pagination; without it the first executions of each state. */
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

/** The executions of one state: the first few if all states are shown, or page by page if it is the only one. */
export const executionsOfState = (project: string, search: ConvergenceSearch, state: State) =>
  pagesOf(
    'GET /api/v1/executions',
    { ...inputOf(search), sort: search.sort, state: [state], limit: search.state === null ? FIRST : PAGE },
    { project },
  )

/** All queries of the page's first render. */
export const convergenceQueries = (project: string, search: ConvergenceSearch) => [
  convergenceSummary(project, search),
  ...(search.state === null ? convergenceStates : [search.state]).map((state) =>
    executionsOfState(project, search, state),
  ),
]
