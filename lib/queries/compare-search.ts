import { createLoader, parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { shortText } from './short-text'

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
