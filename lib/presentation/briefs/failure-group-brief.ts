import type { BriefFacts } from '@/lib/contracts/briefs'
import type { FailureClass } from '@/lib/contracts/primitives'
import { formatCount, formatPlural } from '../format/number'
import { failureClassLabels } from '../labels/verdicts'
import { cutLine, LIMITS } from './run-brief'

export type FailureGroupFacts = {
  fingerprint: string
  failureClass: FailureClass
  node: string
  template: string
  roots: number
  cascades: number
  firstSeenAt: string
  lastSeenAt: string
  /** Where it occurred, most frequent first. */
  places: readonly { chain: string; version: string; times: number }[]
}

type GroupBriefInput = {
  group: FailureGroupFacts
  examples: BriefFacts['examples']
  /** The brief of its newest run; null if that was deleted. */
  newest: BriefFacts | null
  links: BriefFacts['links']
}

/** Builds the brief of a failure group, with that of its newest run. */
export function buildFailureGroupBrief({ group, examples, newest, links }: GroupBriefInput): BriefFacts {
  const { node, failureClass, template, roots, cascades, places } = group
  const [place, ...others] = places
  const message = cutLine(template.replaceAll('<*>', '…'), LIMITS.line)
  return {
    subject: { kind: 'failureGroup', id: group.fingerprint, name: message },
    headline: `${node}: ${failureClassLabels[failureClass].toLowerCase()}, ${formatPlural(roots + cascades, 'time')} so far.`,
    chain: new Set(places.map(({ chain }) => chain)).size === 1 ? (place?.chain ?? null) : null,
    version: place && others.length === 0 ? place.version : null,
    priorVersion: null,
    asked: newest?.asked ?? null,
    came: newest?.came ?? null,
    error: newest?.error ?? null,
    guiltyStep: newest?.guiltyStep ?? null,
    findings: newest?.findings ?? [],
    words: newest?.words ?? [],
    failures: [{ node, failureClass, role: roots > 0 ? 'root' : 'cascade', message, times: roots + cascades }],
    changes: newest?.changes ?? [],
    keep: newest?.keep ?? [],
    pairs: [],
    evidence: [
      `It was a root cause ${formatPlural(roots, 'time')} and a consequence of another failure ${formatPlural(cascades, 'time')}.`,
      `First seen ${group.firstSeenAt}, last seen ${group.lastSeenAt}.`,
      ...places
        .slice(0, LIMITS.parts)
        .map(({ chain, version, times }) => `${chain} ${version}: ${formatCount(times)} of them.`),
    ],
    examples,
    links,
  }
}
