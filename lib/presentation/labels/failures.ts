import type { RunAttribution } from '@/lib/contracts/attributions'
import type { FailureAction, FailureGroupEvent } from '@/lib/contracts/failure-groups'
import type { FailureGroup, FailureStatus } from '@/lib/contracts/failures'
import { isRecord } from '@/lib/contracts/is-record'
import type { FailureClass } from '@/lib/contracts/primitives'
import type { NodeView } from '@/lib/contracts/run-detail'
import type { RunRow } from '@/lib/contracts/runs'
import { type FailureRole, type failureSorts, NO_ERROR_MESSAGE, RUN_ITSELF } from '@/lib/contracts/vocabulary'
import { formatDate } from '../format/date'
import { formatCount, formatPlural } from '../format/number'
import { failureClassLabels } from './verdicts'

export const failureStatusLabels: Record<FailureStatus, string> = {
  new: 'New',
  escalating: 'Escalating',
  regressed: 'Regressed',
  ongoing: 'Ongoing',
  archived: 'Archived',
  resolved: 'Resolved',
}

export const failureSortLabels: Record<(typeof failureSorts)[number], string> = {
  last_seen: 'Last seen',
  first_seen: 'First seen',
  most: 'Most failures',
}

export const failureRoleLabels: Record<FailureRole, string> = {
  root: 'began here',
  cascade: 'inherited',
}

/** Returns the message of a failure, or says that it came without one. */
export const shownMessage = (message: string) =>
  message === NO_ERROR_MESSAGE ? 'It came without an error message.' : message

/** Returns a template as it is shown: what varies is an ellipsis. */
export const shownTemplate = (template: string) => shownMessage(template).replaceAll('<*>', '…')

/** An exception by its class, or the code that a message begins with. */
const ownName = /\b(?!Error\b|Exception\b)[A-Z]\w*(?:Error|Exception)\b|^(?:[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+)(?=:)/

/** A code that came beside the message and says more than that it is an error; a number alone does not. */
const meaningfulCode =
  /^(?!(?:unknown|failed|failure|(?:(?:unknown|internal|tool|agent|runtime)_?)?(?:error|exception))$)[a-z][\w.-]{2,60}$/i

/** A failure by its class; where that is unknown, its code, or its message or what its messages have in common, may tell more. */
type NamedFailure = Pick<FailureGroup, 'failureClass' | 'template' | 'code'>

/** Returns the error's own name, "NameError", of a failure of unknown class; null for others, and for one without a name. */
export function ownNameOf({ failureClass, template, code }: NamedFailure): string | null {
  if (failureClass !== 'unknown') return null
  return code !== null && meaningfulCode.test(code) ? code : (ownName.exec(template)?.[0] ?? null)
}

/** The codes by which Inspect names what its tools fail with, as far as they have no class. */
const codeWords: Readonly<Record<string, string>> = {
  is_a_directory: 'Path is a directory',
  limit: 'Limit exceeded',
  output_limit: 'Output limit exceeded',
  unicode_decode: 'Text that cannot be decoded',
}

const wordsOf = (name: string): string | undefined => (Object.hasOwn(codeWords, name) ? codeWords[name] : undefined)

const namedOr = (failureClass: FailureClass, name: string | null) =>
  name === null ? failureClassLabels[failureClass] : (wordsOf(name) ?? name)

const WITHOUT_MESSAGE = 'Failed without an error message'

/** Says what kind of failure it is: its class, or, where the class is unknown, the error's own name, or that it came without a message. */
export function failureKind(failure: NamedFailure): string {
  const own = ownNameOf(failure)
  if (own === null && failure.failureClass === 'unknown' && failure.template === NO_ERROR_MESSAGE)
    return WITHOUT_MESSAGE
  return namedOr(failure.failureClass, own)
}

/** Says within a sentence what kind of failure it is: "rate limited", "NameError", "failed without an error message". */
export function failureWords(failure: NamedFailure): string {
  const own = ownNameOf(failure)
  return own === null || wordsOf(own) ? failureKind(failure).toLowerCase() : own
}

/** Says what kind of failure a run has, beside the word "Failure"; null without one. */
export function runFailureKind({ failureClass, errorName }: Pick<RunRow, 'failureClass' | 'errorName'>) {
  if (failureClass === null) return null
  return errorName === NO_ERROR_MESSAGE ? 'No error message' : namedOr(failureClass, errorName)
}

/** The failure of a step, with what its error says beside the message. */
export const failureOfStep = ({ failure, error }: Pick<NodeView, 'failure' | 'error'>): NamedFailure | null =>
  failure && { ...failure, template: failure.message, code: error?.code ?? error?.type ?? null }

/** Names what failed, without its place: "Timed out"; "Failure" if neither its class nor its error has a name. */
function failureWord(group: NamedFailure): string {
  const isNameless = group.failureClass === 'unknown' && ownNameOf(group) === null
  return isNameless ? 'Failure' : failureKind(group)
}

/** Names the place of a failure: a step, or the run itself. */
export const failurePlace = (node: string): string => (node === RUN_ITSELF ? 'the run itself' : node)

type Placed = NamedFailure & Pick<FailureGroup, 'node' | 'otherNodes'>

/** Names a kind of failure: "Timed out at Fetcher and 2 other steps", "Failure of the run itself". */
export function failureName(group: Placed): string {
  const { what, where } = failureNameParts(group)
  return `${what}${where}`
}

/** The name of a kind of failure in two parts, of which the second says where: "Timed out", " at Fetcher". */
export function failureNameParts(group: Placed): { what: string; where: string } {
  const what = failureWord(group)
  const others = group.otherNodes > 0 ? ` and ${formatPlural(group.otherNodes, 'other step')}` : ''
  const place = `${failurePlace(group.node)}${others}`
  if (group.node !== RUN_ITSELF) return { what, where: ` at ${place}` }
  return { what, where: what === 'Failure' ? ` of ${place}` : `, ${place}` }
}

type Place = { chain: string; version: string }

/** Says that a kind of failure came back: "Timed out at Fetcher came back in orders 1.3.0. It was resolved in orders 1.2.0." */
export function regressedSentence(name: string, { chain, version }: Place, resolvedIn: Place | null): string {
  const before = resolvedIn ? `resolved in ${resolvedIn.chain} ${resolvedIn.version}` : 'resolved'
  return `${name} came back in ${chain} ${version}. It was ${before}.`
}

/** Says that a kind of failure escalates: "Timed out at Fetcher escalates: 14 failures in 24 hours, up to 5 would be usual." */
export function escalatedSentence(name: string, counts: { count: number; bound: number | null }): string {
  return `${name} escalates: ${dayWords(counts)}.`
}

/** Returns one line on the kinds of failure: new developments first, then ongoing ones. */
export function failuresHeadline(counts: Record<FailureStatus, number>): string {
  const parts = [
    counts.escalating > 0 ? `${formatCount(counts.escalating)} escalating` : null,
    counts.regressed > 0 ? `${formatCount(counts.regressed)} came back after being resolved` : null,
    counts.new > 0 ? `${formatCount(counts.new)} new within a week` : null,
  ].filter((part) => part !== null)
  const open = counts.escalating + counts.regressed + counts.new + counts.ongoing
  if (open === 0) return 'No open failures.'
  const all = `${formatPlural(open, 'kind of failure is', 'kinds of failure are')} open`
  return parts.length > 0 ? `${all}: ${parts.join(', ')}.` : `${all}, none of them new.`
}

export const failureActionLabels: Record<FailureAction, string> = {
  resolve: 'Resolve',
  archive: 'Archive',
  reopen: 'Reopen',
  assign: 'Assign',
  merge: 'Merge',
}

export const failureEventLabels: Record<FailureGroupEvent['kind'], string> = {
  archived: 'Archived',
  resolved: 'Resolved',
  reopened: 'Reopened',
  assigned: 'Assigned',
  merged: 'Merged',
  split: 'Split out',
  undone: 'Taken back',
  regressed: 'Came back',
  escalated: 'Began to escalate',
  calmed: 'Back to usual',
}

/** Returns the details of an event; null if its kind is enough. `nodes`: of the groups that were moved; `timeZone`: of its dates. */
export function failureEventWords(
  kind: FailureGroupEvent['kind'],
  detail: unknown,
  nodes: readonly string[],
  timeZone: string,
): string | null {
  const said = isRecord(detail) ? detail : {}
  const moved = `${formatPlural(nodes.length, 'group')}, ${atNodes(nodes)}`
  switch (kind) {
    case 'archived':
      if (typeof said.until === 'string') return `until ${formatDate(said.until, timeZone)}`
      return said.untilEscalating === true ? 'until it escalates' : null
    case 'resolved':
      if (isRecord(said.version)) return `in ${said.version.chain} ${said.version.version}`
      return said.inNextVersion === true ? 'in the next version' : null
    case 'assigned':
      return typeof said.name === 'string' ? `to ${said.name}` : 'to nobody'
    case 'regressed':
      return `in ${said.chain} ${said.version}`
    case 'escalated':
    case 'calmed':
      return dayWords(said)
    case 'merged':
      return `with ${moved}`
    case 'split':
      return moved
    case 'reopened':
    case 'undone':
      return null
  }
}

const undoneActions: Record<string, string> = {
  archived: 'the archiving',
  resolved: 'the resolution',
  reopened: 'the reopening',
  assigned: 'the new owner',
}

/** Returns what was taken back, by the kind of the event; without it, the nodes of the groups that were moved. */
export function undoneWords(kind: string | undefined, nodes: readonly string[]): string {
  const at = atNodes(nodes)
  if (kind === 'merged') return `the merge, ${at}`
  return kind === 'split' ? `the split, ${at}` : (undoneActions[kind ?? ''] ?? at)
}

const atNodes = (nodes: readonly string[]) => `at ${[...new Set(nodes)].slice(0, 3).join(', ')}`

function dayWords({ count, bound }: Record<string, unknown>): string | null {
  if (typeof count !== 'number') return null
  const limit = typeof bound === 'number' ? `, up to ${formatCount(bound)} would be usual` : ''
  return `${formatPlural(count, 'failure')} in 24 hours${limit}`
}

type Status = Pick<
  FailureGroup,
  'status' | 'archivedUntil' | 'untilEscalating' | 'resolvedIn' | 'resolvedInNext' | 'regressedIn'
>

/** Returns a note on the status: until when it is archived, or where it was resolved or came back; null for others. */
export function failureStatusNote(group: Status, timeZone: string): string | null {
  const { status, archivedUntil, untilEscalating, resolvedIn, resolvedInNext, regressedIn } = group
  if (status === 'archived' && archivedUntil) return `until ${formatDate(archivedUntil, timeZone)}`
  if (status === 'archived' && untilEscalating) return 'until it escalates'
  if (status === 'resolved' && resolvedIn) return `in ${resolvedIn.chain} ${resolvedIn.version}`
  if (status === 'resolved' && resolvedInNext) return 'in the next version'
  if (status === 'regressed' && regressedIn) return `in ${regressedIn.chain} ${regressedIn.version}`
  return null
}

type Step = Pick<NodeView, 'id' | 'name'>
type Said = Pick<NonNullable<RunAttribution['attribution']>, 'nodeId' | 'rank' | 'by'>

const places = ['first', 'second', 'third']

/** Returns the name of a step; if several have it, with its place among them: "Coder (2 of 5)". */
export function stepLabel(nodes: readonly Step[], nodeId: string): string {
  const nameOf = ({ id, name }: Step) => name ?? id
  const step = nodes.find(({ id }) => id === nodeId)
  if (!step) return nodeId
  const same = nodes.filter((node) => nameOf(node) === nameOf(step))
  return same.length > 1 ? `${nameOf(step)} (${same.indexOf(step) + 1} of ${same.length})` : nameOf(step)
}

/** Describes a confirmed cause: "Ada said: Coder, the first suggestion". */
export function attributionSentence({ by, nodeId, rank }: Said, nodes: readonly Step[]): string {
  if (nodeId === null) return `${by} said: none of its steps`
  const place = rank === null ? 'not among the suggestions' : `the ${places[rank - 1] ?? `${rank}th`} suggestion`
  return `${by} said: ${stepLabel(nodes, nodeId)}, ${place}`
}

/** Describes how often the first suggestion was right; null without a confirmation. */
export function attributionRecord({ n, first }: RunAttribution['record']): string | null {
  return n === 0 ? null : `The first suggestion was right in ${formatCount(first)} of ${formatPlural(n, 'run')}.`
}
