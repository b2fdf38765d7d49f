import {
  createLoader,
  createParser,
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
import { bands, decisions, failureClasses, grades, ranges, runSorts } from '@/lib/contracts/vocabulary'
import { pagesOf, queryOf } from './query-of'
import { shortText } from './short-text'

const texts = parseAsArrayOf(parseAsString)
const yesOrNo = parseAsStringLiteral(['true', 'false'])

/** A number in [0, 1]. */
const unit = createParser({
  parse(text) {
    const value = Number(text)
    return text.trim() !== '' && value >= 0 && value <= 1 ? value : null
  },
  serialize: String,
})

/** What the address of the runs page holds. A value that is not allowed is as good as absent. */
export const runSearchParsers = {
  text: shortText,
  range: parseAsStringLiteral(ranges),
  chain: texts,
  version: texts,
  grade: parseAsArrayOf(parseAsStringLiteral(grades)),
  band: parseAsArrayOf(parseAsStringLiteral(bands)),
  decision: parseAsArrayOf(parseAsStringLiteral(decisions)),
  failureClass: parseAsArrayOf(parseAsStringLiteral(failureClasses)),
  kind: parseAsArrayOf(parseAsStringLiteral(['live', 'dry_run'])),
  status: texts,
  flagged: yesOrNo,
  reviewed: yesOrNo,
  node: parseAsString,
  ran: parseAsString,
  tag: texts,
  thread: parseAsString,
  fingerprint: parseAsString,
  scenario: parseAsString,
  /** Runs that are named one by one, as those behind a mark of a chart. */
  ids: texts,
  execution: parseAsString,
  acceptedAt: parseAsInteger,
  qualityMin: unit,
  qualityMax: unit,
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
  sort: parseAsStringLiteral(runSorts).withDefault('newest'),
  /** Ids of the columns to show, where they are part of a view. */
  columns: texts,
}

export const loadRunSearch = createLoader(runSearchParsers)

export type RunSearch = inferParserType<typeof runSearchParsers>
export type RunListInput = InputOf<typeof listRuns>

/** The address as the input of `runs.list`, without what it does not say. */
export function toRunListInput(search: RunSearch): RunListInput {
  const { from, to, columns: _, ...rest } = search
  const isSaid = ([, value]: [string, unknown]) => value !== null && !(Array.isArray(value) && value.length === 0)
  const said: RunListInput = Object.fromEntries(Object.entries(rest).filter(isSaid))
  if (from) said.from = from.toISOString()
  if (to) said.to = to.toISOString()
  return said
}

/** Rows of one page of the list. */
export const RUN_PAGE_SIZE = 60

/** The rows in sight. What comes in meanwhile does not move them: {@link runHead} says what would be new. */
export const runList = (project: string, input: RunListInput) =>
  pagesOf('GET /api/v1/runs', { ...input, limit: RUN_PAGE_SIZE }, { project, isStill: true })

/** The first page as it would be now. */
export const runHead = (project: string, input: RunListInput) =>
  queryOf('GET /api/v1/runs', { ...input, limit: RUN_PAGE_SIZE }, { project })

/** The filters alone, as the count and the export take them. */
export function toRunFilters(input: RunListInput): InputOf<typeof countRuns> {
  const { sort: _, limit: __, cursor: ___, ...filters } = input
  return filters
}
