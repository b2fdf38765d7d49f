import type { OverviewInput } from './overview-search'
import { queryOf } from './query-of'

/** All that the overview of a range and its chains asks for. */
export function overviewQueries(project: string, { range, chain }: OverviewInput) {
  const where = { project }
  const chains = chain ? { chain } : {}
  const input = { ...(range ? { range } : {}), ...chains }
  return {
    figures: queryOf('GET /api/v1/overview', input, where),
    failures: queryOf('GET /api/v1/failures/patterns', input, where),
    /** Those drawn in the convergence wall. */
    executions: queryOf('GET /api/v1/executions', { ...input, limit: 40 }, where),
    /** The most urgent ones that wait. */
    gates: queryOf('GET /api/v1/gates', { state: ['pending'], limit: 6, ...chains }, where),
    /** The newest flagged runs. */
    flagged: queryOf('GET /api/v1/runs', { flagged: 'true', limit: 8, ...input }, where),
  }
}
