import { queryOf } from './query-of'

type Compared = { chain: string; a: string; b: string; same: boolean }

/** Two versions of a chain against each other, as the page and its screen ask for them. */
export const comparisonQuery = (project: string, { same, ...names }: Compared) =>
  queryOf('GET /api/v1/chains/{chain}/comparison', { ...names, sameScenarios: same }, { project })
