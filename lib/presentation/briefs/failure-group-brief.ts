import type { BriefFacts } from '@/lib/contracts/briefs'
import type { FailureGroupEvent } from '@/lib/contracts/failure-groups'
import type { FailureGroup } from '@/lib/contracts/failures'
import { formatCount, formatPlural } from '../format/number'
import { cutLine } from '../format/text'
import { failureEventLabels, failureEventWords, failureName, shownTemplate } from '../labels/failures'
import { LIMITS } from './run-brief'

export type FailureGroupFacts = Pick<
  FailureGroup,
  | 'fingerprint'
  | 'failureClass'
  | 'node'
  | 'otherNodes'
  | 'template'
  | 'code'
  | 'roots'
  | 'cascades'
  | 'firstSeenAt'
  | 'lastSeenAt'
> & {
  /** Where it occurred, most frequent first. */
  places: readonly { chain: string; version: string; times: number }[]
}

/** What happened to the group, newest first. */
export type FailureGroupHistory = readonly {
  kind: FailureGroupEvent['kind']
  by: string
  note: string | null
  detail: unknown
  at: string
}[]

type GroupBriefInput = {
  group: FailureGroupFacts
  history: FailureGroupHistory
  examples: BriefFacts['examples']
  /** The brief of its newest run; null if that was deleted. */
  newest: BriefFacts | null
  links: BriefFacts['links']
  /** Of the dates within texts. */
  timeZone: string
}

/** Builds the brief of a failure group, with that of its newest run. */
export function buildFailureGroupBrief(input: GroupBriefInput): BriefFacts {
  const { group, history, examples, newest, links, timeZone } = input
  const { node, failureClass, template, code, roots, cascades, places } = group
  const [place, ...others] = places
  const message = cutLine(shownTemplate(template), LIMITS.line)
  return {
    subject: { kind: 'failureGroup', id: group.fingerprint, name: message },
    headline: `${failureName(group)}, ${formatPlural(roots + cascades, 'time')} so far${cameBack(history, timeZone)}.`,
    chain: new Set(places.map(({ chain }) => chain)).size === 1 ? (place?.chain ?? null) : null,
    version: place && others.length === 0 ? place.version : null,
    priorVersion: null,
    next: null,
    sendAs: null,
    asked: newest?.asked ?? null,
    came: newest?.came ?? null,
    error: newest?.error ?? null,
    guiltyStep: newest?.guiltyStep ?? null,
    findings: newest?.findings ?? [],
    words: [...history.flatMap((event) => toWord(event, timeZone)), ...(newest?.words ?? [])].slice(0, LIMITS.words),
    failures: [{ node, failureClass, role: roots > 0 ? 'root' : 'cascade', message, code, times: roots + cascades }],
    changes: newest?.changes ?? [],
    keep: newest?.keep ?? [],
    pairs: [],
    evidence: [
      `It was a root cause ${formatPlural(roots, 'time')} and a consequence of another failure ${formatPlural(cascades, 'time')}.`,
      `First seen ${group.firstSeenAt}, last seen ${group.lastSeenAt}.`,
      ...places
        .slice(0, LIMITS.parts)
        .map(({ chain, version, times }) => `${chain} ${version}: ${formatCount(times)} of them.`),
      ...history.slice(0, LIMITS.parts).flatMap((event) => toSentence(event, timeZone)),
    ],
    examples,
    links,
  }
}

/** Says where it came back, if that is the last thing that changed its status. */
function cameBack(history: FailureGroupHistory, timeZone: string): string {
  const last = history.find(({ kind }) => kind === 'regressed' || kind === 'resolved' || kind === 'archived')
  const where = last?.kind === 'regressed' ? failureEventWords('regressed', last.detail, [], timeZone) : null
  return where ? `; it was resolved and came back ${where}` : ''
}

/** What a person wrote about the group. */
function toWord({ kind, by, note, detail, at }: FailureGroupHistory[number], timeZone: string): BriefFacts['words'] {
  if (note === null) return []
  const words = failureEventWords(kind, detail, [], timeZone)
  const done = `${failureEventLabels[kind].toLowerCase()} it${words ? ` ${words}` : ''}`
  return [{ by, verdict: done, text: cutLine(note, LIMITS.said), at, about: null }]
}

const TOLD: readonly FailureGroupEvent['kind'][] = ['resolved', 'regressed', 'escalated', 'assigned']

function toSentence({ kind, by, detail, at }: FailureGroupHistory[number], timeZone: string): string[] {
  if (!TOLD.includes(kind)) return []
  const words = failureEventWords(kind, detail, [], timeZone)
  return [`${failureEventLabels[kind]}${words ? ` ${words}` : ''}, by ${by}, ${at}.`]
}
