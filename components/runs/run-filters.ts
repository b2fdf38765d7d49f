import { bands, decisions, failureClasses, failureRoles, finishedStatuses, grades } from '@/lib/contracts/vocabulary'
import { formatDateTime } from '@/lib/presentation/format/date'
import { formatPlural, formatScore } from '@/lib/presentation/format/number'
import { capital } from '@/lib/presentation/format/text'
import { failurePlace, failureRoleLabels } from '@/lib/presentation/labels/failures'
import { kindLabels, runStatusLabel } from '@/lib/presentation/labels/runs'
import {
  bandLabels,
  failureClassLabels,
  gradeLabels,
  rangeLabels,
  ruleDecisionLabels,
} from '@/lib/presentation/labels/verdicts'
import type { RunSearch } from '@/lib/queries/run-search'

/** Menus of the filter bar with a fixed set of values. */
export const menus = ['Quality', 'Decision', 'Failure', 'More'] as const

type Key = Exclude<keyof RunSearch, 'sort' | 'columns'>
type Choice = {
  menu: (typeof menus)[number]
  options: readonly { value: string; label: string }[]
  /** Only one value can be chosen. */
  isSingle?: true
}
type Filter<Value> = { label: string; text: (value: Value, timeZone: string) => string; choice?: Choice }

const kinds = ['live', 'dry_run'] as const
const statuses = [...finishedStatuses, 'running']

/** Whether these are all statuses of runs that have ended, as behind a figure that counts no others. */
const hasEnded = (chosen: readonly string[]) =>
  chosen.length === finishedStatuses.length && finishedStatuses.every((status) => chosen.includes(status))

const same = (value: string) => value
const list = (values: readonly string[]) => values.join(', ')

function oneOf<V extends string>(
  label: string,
  menu: Choice['menu'],
  values: readonly V[],
  word: (value: V) => string,
) {
  const options = values.map((value) => ({ value, label: word(value) }))
  return { label, text: (chosen: readonly V[]) => list(chosen.map(word)), choice: { menu, options } }
}

function yesOrNo(label: string, texts: [yes: string, no: string], options: [yes: string, no: string]) {
  const [yes, no] = options
  return {
    label,
    text: (value: 'true' | 'false') => texts[value === 'true' ? 0 : 1],
    choice: {
      menu: 'More' as const,
      options: [
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ],
      isSingle: true as const,
    },
  }
}

/** All run filters: label, text of a value, and the options to choose from. */
const FILTERS: { [K in Key]: Filter<NonNullable<RunSearch[K]>> } = {
  text: { label: 'Text', text: (value) => (value.includes('"') ? value : `“${value}”`) },
  range: { label: 'When', text: (value) => rangeLabels[value] },
  from: { label: 'From', text: (value, timeZone) => formatDateTime(value.toISOString(), timeZone) },
  to: { label: 'Before', text: (value, timeZone) => formatDateTime(value.toISOString(), timeZone) },
  chain: { label: 'Chain', text: list },
  version: { label: 'Version', text: list },
  grade: oneOf('Grade', 'Quality', grades, (value) => gradeLabels[value]),
  band: oneOf('Band', 'Quality', bands, (value) => bandLabels[value]),
  decision: oneOf('Decision', 'Decision', decisions, (value) => ruleDecisionLabels[value]),
  failureClass: oneOf('Failure', 'Failure', failureClasses, (value) => failureClassLabels[value]),
  failureRole: {
    label: 'Role in the failure',
    text: (value) => failureRoleLabels[value],
    choice: {
      menu: 'Failure',
      options: failureRoles.map((value) => ({ value, label: capital(failureRoleLabels[value]) })),
      isSingle: true,
    },
  },
  flagged: yesOrNo('Flag', ['flagged', 'not flagged'], ['Flagged for a person', 'Not flagged']),
  reviewed: yesOrNo(
    'Review',
    ['decided by a person', 'not decided by a person'],
    ['Decided by a person', 'Not decided by a person'],
  ),
  reviewedByMe: yesOrNo(
    'Your review',
    ['reviewed by you', 'not reviewed by you'],
    ['Reviewed by me', 'Not reviewed by me'],
  ),
  candidate: yesOrNo('Version', ['candidates', 'without candidates'], ['Runs of candidates', 'Without candidates']),
  kind: oneOf('Kind', 'More', kinds, (value) => kindLabels[value]),
  status: {
    ...oneOf('Status', 'More', statuses, runStatusLabel),
    text: (chosen) => (hasEnded(chosen) ? 'ended' : list(chosen.map(runStatusLabel))),
  },
  node: { label: 'Failed step', text: failurePlace },
  ran: { label: 'Step', text: same },
  tag: { label: 'Tag', text: list },
  thread: { label: 'Conversation', text: same },
  fingerprint: { label: 'Failure group', text: same },
  scenario: { label: 'Scenario', text: same },
  ids: { label: 'Chosen', text: (value) => formatPlural(value.length, 'run') },
  execution: { label: 'Execution', text: same },
  acceptedAt: { label: 'Accepted', text: (value) => `first at attempt ${value}` },
  qualityMin: { label: 'Quality from', text: (value) => formatScore(value) },
  qualityMax: { label: 'Quality to', text: (value) => formatScore(value) },
}

const keys = Object.keys(FILTERS) as Key[]

/** Returns the filters of a menu, in a fixed order. */
export function choicesOf(menu: Choice['menu']): { key: Key; title: string; choice: Choice }[] {
  return keys.flatMap((key) => {
    const { label, choice } = FILTERS[key]
    return choice?.menu === menu ? [{ key, title: label, choice }] : []
  })
}

type FilterText = { key: Key; label: string; text: string }

const isPresent = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)

/** Whether a filter is active. The sort order is not a filter. */
export const isFiltered = (search: RunSearch) => keys.some((key) => isPresent(search[key]))

/** Describes each active filter, in a fixed order; times in a time zone. */
export function describeFilters(search: RunSearch, timeZone: string): FilterText[] {
  return keys.flatMap((key) => {
    const value = search[key]
    if (!isPresent(value)) return []
    const { label, text } = FILTERS[key] as Filter<unknown>
    return [{ key, label, text: text(value, timeZone) }]
  })
}
