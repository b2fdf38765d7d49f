import { queryOf } from './query-of'

type Compared = { chain: string; a: string; b: string; same: boolean }

/** The comparison of two versions of a chain. */
export const comparisonQuery = (project: string, { same, ...names }: Compared) =>
  queryOf('GET /api/v1/chains/{chain}/comparison', { ...names, sameScenarios: same }, { project })
