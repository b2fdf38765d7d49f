import { createLoader, parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { queryOf } from './query-of'
import { shortText } from './search-parameters'

/** Search parameters of a comparison besides its kind: the sides, the filter, and the scenarios. */
export const compareSearchParsers = {
  a: parseAsString.withDefault(''),
  b: parseAsString.withDefault(''),
  show: parseAsStringLiteral(['all', 'changed', 'worse', 'better', 'missing'] as const).withDefault('all'),
  /** Finds chains to compare, before the sides are chosen. */
  text: shortText,
  same: parseAsBoolean.withDefault(false),
}

export const loadCompareSearch = createLoader(compareSearchParsers)

type Compared = { chain: string; a: string; b: string; same: boolean }

/** The comparison of two versions of a chain. */
export const comparisonQuery = (project: string, { same, ...names }: Compared) =>
  queryOf('GET /api/v1/chains/{chain}/comparison', { ...names, sameScenarios: same }, { project })
