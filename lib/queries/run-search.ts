import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsFloat,
  parseAsIsoDateTime,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import type { InputOf } from '@/lib/contracts/contract'
import { bands, decisions, failureClasses, grades, ranges } from '@/lib/contracts/primitives'
import { type listRuns, runSorts } from '@/lib/contracts/runs'

const texts = parseAsArrayOf(parseAsString)

/** What the address of the runs page holds. A value that is not allowed is as good as absent. */
export const runSearchParsers = {
  text: parseAsString,
  range: parseAsStringLiteral(ranges),
  chain: texts,
  version: texts,
  grade: parseAsArrayOf(parseAsStringLiteral(grades)),
  band: parseAsArrayOf(parseAsStringLiteral(bands)),
  decision: parseAsArrayOf(parseAsStringLiteral(decisions)),
  failureClass: parseAsArrayOf(parseAsStringLiteral(failureClasses)),
  kind: parseAsArrayOf(parseAsStringLiteral(['live', 'dry_run'])),
  status: texts,
  flagged: parseAsBoolean,
  reviewed: parseAsBoolean,
  node: parseAsString,
  fingerprint: parseAsString,
  scenario: parseAsString,
  execution: parseAsString,
  qualityMin: parseAsFloat,
  qualityMax: parseAsFloat,
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
  sort: parseAsStringLiteral(runSorts).withDefault('newest'),
}

export const loadRunSearch = createLoader(runSearchParsers)

export type RunSearch = inferParserType<typeof runSearchParsers>
export type RunListInput = InputOf<typeof listRuns>

/** The address as the input of `runs.list`, without what it does not say. */
export function toRunListInput(search: RunSearch): RunListInput {
  const { flagged, reviewed, from, to, ...rest } = search
  const isSaid = ([, value]: [string, unknown]) => value !== null && !(Array.isArray(value) && value.length === 0)
  const said: RunListInput = Object.fromEntries(Object.entries(rest).filter(isSaid))
  if (flagged !== null) said.flagged = String(flagged)
  if (reviewed !== null) said.reviewed = String(reviewed)
  if (from) said.from = from.toISOString()
  if (to) said.to = to.toISOString()
  return said
}
