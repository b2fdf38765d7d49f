import { createLoader, type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import type { InputOf } from '@/lib/contracts/contract'
import type { searchFailures } from '@/lib/contracts/failures'
import { failureClasses, failureSorts, failureStatuses, openFailureStatuses, ranges } from '@/lib/contracts/vocabulary'
import { pagesOf, queryOf } from './query-of'
import { onlySet, shortText } from './search-parameters'

/** Search parameters of the failures page. Invalid values are treated as absent. */
export const failureSearchParsers = {
  text: shortText,
  status: parseAsArrayOf(parseAsStringLiteral(failureStatuses)),
  failureClass: parseAsArrayOf(parseAsStringLiteral(failureClasses)),
  chain: parseAsArrayOf(parseAsString),
  node: shortText,
  owner: shortText,
  /** Also archived and resolved groups; by default the open ones alone. */
  over: parseAsStringLiteral(['shown']),
  range: parseAsStringLiteral(ranges).withDefault('30d'),
  sort: parseAsStringLiteral(failureSorts).withDefault('last_seen'),
}

export const loadFailureSearch = createLoader(failureSearchParsers)

export type FailureSearch = inferParserType<typeof failureSearchParsers>
type FailureListInput = InputOf<typeof searchFailures>

/** Converts the search parameters to the input of `failures.search`. */
export function toFailureListInput({ over, ...search }: FailureSearch): FailureListInput {
  return onlySet({ ...search, status: search.status ?? (over ? null : [...openFailureStatuses]) })
}

export const failureList = (project: string, input: FailureListInput) =>
  pagesOf('GET /api/v1/failures', { ...input, trend: true, limit: 50 }, { project })

export const failureRangeParser = parseAsStringLiteral(ranges).withDefault('30d')
export const loadFailureRange = createLoader({ range: failureRangeParser })

type Range = (typeof ranges)[number]

export const failureGroupQuery = (project: string, group: string, range: Range) =>
  queryOf('GET /api/v1/failure-groups/{group}', { group, range }, { project })
