import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsInteger,
  parseAsIsoDateTime,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import type { InputOf } from '@/lib/contracts/contract'
import type { countRuns } from '@/lib/contracts/run-changes'
import type { listRuns } from '@/lib/contracts/runs'
import { bands, decisions, failureClasses, failureRoles, grades, ranges, runSorts } from '@/lib/contracts/vocabulary'
import { pagesOf, queryOf } from './query-of'
import { onlySet, share, shortText } from './search-parameters'

const texts = parseAsArrayOf(parseAsString)
const yesOrNo = parseAsStringLiteral(['true', 'false'])

/** Search parameters of the runs page. Invalid values are treated as absent, and so is all time, which filters nothing. */
export const runSearchParsers = {
  text: shortText,
  range: parseAsStringLiteral(ranges.filter((range) => range !== 'all')),
  chain: texts,
  version: texts,
  grade: parseAsArrayOf(parseAsStringLiteral(grades)),
  band: parseAsArrayOf(parseAsStringLiteral(bands)),
  decision: parseAsArrayOf(parseAsStringLiteral(decisions)),
  failureClass: parseAsArrayOf(parseAsStringLiteral(failureClasses)),
  failureRole: parseAsStringLiteral(failureRoles),
  kind: parseAsArrayOf(parseAsStringLiteral(['live', 'dry_run'])),
  status: texts,
  flagged: yesOrNo,
  reviewed: yesOrNo,
  reviewedByMe: yesOrNo,
  candidate: yesOrNo,
  node: parseAsString,
  ran: parseAsString,
  tag: texts,
  thread: parseAsString,
  fingerprint: parseAsString,
  scenario: parseAsString,
  /** Ids of single runs, as behind a chart mark. */
  ids: texts,
  execution: parseAsString,
  acceptedAt: parseAsInteger,
  qualityMin: share,
  qualityMax: share,
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
  sort: parseAsStringLiteral(runSorts).withDefault('newest'),
  /** Ids of the columns to show, if they are part of a view. */
  columns: texts,
}

export const loadRunSearch = createLoader(runSearchParsers)

export type RunSearch = inferParserType<typeof runSearchParsers>
export type RunListInput = InputOf<typeof listRuns>

/** Converts the search parameters to the input of `runs.list`, without those not set. */
export function toRunListInput(search: RunSearch): RunListInput {
  const { from, to, columns: _, ...rest } = search
  const filters: RunListInput = onlySet(rest)
  if (from) filters.from = from.toISOString()
  if (to) filters.to = to.toISOString()
  return filters
}

/** Rows per page of the list. */
export const RUN_PAGE_SIZE = 60

/** The visible rows. They do not move when new runs arrive: {@link runHead} shows what would be new. */
export const runList = (project: string, input: RunListInput) =>
  pagesOf('GET /api/v1/runs', { ...input, limit: RUN_PAGE_SIZE }, { project, isStill: true })

/** The first page as of now. */
export const runHead = (project: string, input: RunListInput) =>
  queryOf('GET /api/v1/runs', { ...input, limit: RUN_PAGE_SIZE }, { project })

/** The filters without paging and order, as the count and the export take them. */
export function toRunFilters(input: RunListInput): InputOf<typeof countRuns> {
  const { sort: _, limit: __, cursor: ___, ...filters } = input
  return filters
}
