import { formatDateTime } from '@/lib/presentation/format/date'
import { formatScore } from '@/lib/presentation/format/number'
import { kindLabels, runStatusLabel } from '@/lib/presentation/labels/runs'
import {
  bandLabels,
  decisionLabels,
  failureClassLabels,
  gradeLabels,
  rangeLabels,
} from '@/lib/presentation/labels/verdicts'
import type { RunSearch } from '@/lib/queries/run-search'

export type FilterText = { key: keyof RunSearch; label: string; text: string }

type Describe = { [Key in Exclude<keyof RunSearch, 'sort'>]: [string, (value: NonNullable<RunSearch[Key]>) => string] }

const same = (value: string) => value
const list = (values: readonly string[]) => values.join(', ')

const DESCRIBE: Describe = {
  text: ['Text', (value) => `“${value}”`],
  range: ['When', (value) => rangeLabels[value]],
  from: ['From', (value) => formatDateTime(value.toISOString())],
  to: ['Before', (value) => formatDateTime(value.toISOString())],
  chain: ['Chain', list],
  version: ['Version', list],
  grade: ['Grade', (values) => list(values.map((value) => gradeLabels[value]))],
  band: ['Band', (values) => list(values.map((value) => bandLabels[value]))],
  decision: ['Decision', (values) => list(values.map((value) => decisionLabels[value]))],
  failureClass: ['Failure', (values) => list(values.map((value) => failureClassLabels[value]))],
  kind: ['Kind', (values) => list(values.map((value) => kindLabels[value]))],
  status: ['Status', (values) => list(values.map(runStatusLabel))],
  flagged: ['Flag', (value) => (value === 'true' ? 'flagged' : 'not flagged')],
  reviewed: ['Review', (value) => (value === 'true' ? 'decided by a person' : 'not decided by a person')],
  node: ['Failed node', same],
  fingerprint: ['Failure group', same],
  scenario: ['Scenario', same],
  execution: ['Execution', same],
  qualityMin: ['Quality from', (value) => formatScore(value)],
  qualityMax: ['Quality to', (value) => formatScore(value)],
}

const isPresent = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)

/** Each filter in force in words, in a fixed order. The order of the list is not a filter. */
export function describeFilters(search: RunSearch): FilterText[] {
  return (Object.keys(DESCRIBE) as (keyof Describe)[]).flatMap((key) => {
    const value = search[key]
    if (!isPresent(value)) return []
    const [label, describe] = DESCRIBE[key] as [string, (value: unknown) => string]
    return [{ key, label, text: describe(value) }]
  })
}
