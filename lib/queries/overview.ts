import { queryOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { listGates } from '@/lib/contracts/gates'
import type { getOverview } from '@/lib/contracts/overview'
import type { listRuns } from '@/lib/contracts/runs'
import type { GateListInput } from './gate-search'
import type { OverviewInput } from './overview-search'
import type { RunListInput } from './run-search'

/** Executions drawn in the convergence wall. */
export const EXECUTIONS_SHOWN = 40
const GATES_SHOWN = 6
const FLAGGED_SHOWN = 8

/** The most urgent gates of these chains, as `gates.list` takes it. */
export function waitingGates({ chain }: OverviewInput): GateListInput {
  return { state: ['pending'], limit: GATES_SHOWN, ...(chain ? { chain } : {}) }
}

/** The newest flagged runs of the range, as `runs.list` takes it. */
export function flaggedRuns({ range, chain }: OverviewInput): RunListInput {
  return { flagged: 'true', limit: FLAGGED_SHOWN, ...(range ? { range } : {}), ...(chain ? { chain } : {}) }
}

export const overviewQueries = {
  get: (project: string, input: OverviewInput) =>
    queryOptions({
      queryKey: [project, 'overview', input],
      queryFn: ({ signal }) => fetchContract<typeof getOverview>('GET /api/v1/overview', input, { project, signal }),
    }),
  gates: (project: string, input: OverviewInput) =>
    queryOptions({
      queryKey: [project, 'gates', 'waiting', waitingGates(input)],
      queryFn: ({ signal }) =>
        fetchContract<typeof listGates>('GET /api/v1/gates', waitingGates(input), { project, signal }),
    }),
  flagged: (project: string, input: OverviewInput) =>
    queryOptions({
      queryKey: [project, 'runs', 'flagged', flaggedRuns(input)],
      queryFn: ({ signal }) =>
        fetchContract<typeof listRuns>('GET /api/v1/runs', flaggedRuns(input), { project, signal }),
    }),
}
