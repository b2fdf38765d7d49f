import { createLoader, parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs/server'

/** What the address of a comparison holds besides its kind: the sides, what is shown, and on which scenarios. */
export const compareSearchParsers = {
  a: parseAsString.withDefault(''),
  b: parseAsString.withDefault(''),
  show: parseAsStringLiteral(['all', 'changed', 'worse', 'better', 'missing'] as const).withDefault('all'),
  same: parseAsBoolean.withDefault(false),
}

export const loadCompareSearch = createLoader(compareSearchParsers)
