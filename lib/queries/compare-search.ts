import { createLoader, parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs/server'

/** Search parameters of a comparison besides its kind: the sides, the filter, and the scenarios. */
export const compareSearchParsers = {
  a: parseAsString.withDefault(''),
  b: parseAsString.withDefault(''),
  show: parseAsStringLiteral(['all', 'changed', 'worse', 'better', 'missing'] as const).withDefault('all'),
  same: parseAsBoolean.withDefault(false),
}

export const loadCompareSearch = createLoader(compareSearchParsers)
