import { isEquivalent } from '../sources/alignment'
import { isCovered, type Segment, type SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import type { Token } from '../words/tokens'
import type { Value } from './rivals'

/** Sentences among which answers are looked for. */
const answersMax = 500
const answer = /^(?:\[\d{1,2}:\d\d(?::\d\d)?\] [^:\n]{2,40}: )?(?!\d{1,4}[-:/.]\d\d?[-:/ ])[~<>]?\d/
const correcting = /^(?:not|instead|rather|correct|correction|actually|wrong|wrongly)$/

/**
 * Whether a sentence with the value and one beside it have, together, all words of a claim and more of the names that it goes on from than
 * another: "Next meeting: 11 June. Dana will take the minutes."
 */
export function isToldBeside(
  { tokens: [token] }: Value,
  { own, names }: Segment,
  rival: SourceSentence,
  index: SourceIndex,
) {
  const keys = [...own.keys()].filter((key) => own.get(key) !== token)
  const hasAll = (sentences: readonly SourceSentence[], some: Iterable<string>) =>
    [...some].every((key) => sentences.some(({ tokens }) => tokens.some(({ term }) => term.key === key)))
  if (names.size === 0 || hasAll([rival], names)) return false
  return index
    .placesOf(token.term.id, answersMax)
    .slice(0, answersMax)
    .some((place) =>
      [-1, 1].some((step) => {
        const beside = place + step
        if (beside < 0 || beside >= index.size) return false
        const both = [index.sentence(place), index.sentence(beside)]
        return hasAll(both, keys) && [...names].some((key) => hasAll(both, [key]) && !hasAll([rival], [key]))
      }),
    )
}

/** Whether a part of the same sentence has a verb of its own: "leaves the school at 8:10 and is back at 10:30". */
export const isOtherVerb = ({ source, tokens: [first, second] }: Segment, place: Segment) =>
  source === place.source &&
  /^(?:and|but)$/.test(first?.term.key ?? '') &&
  /^(?:is|are|was|wa|were|has|ha|have|had|will|can|must)$/.test(second?.term.key ?? '')

/** Whether a sentence with the value takes back one of another. */
export function isCorrected({ tokens: [token] }: Value, place: Segment, { source }: Segment): boolean {
  return source !== null && place.tokens.some((one) => isTakenBack(one, token, source))
}

/** Whether a sentence gives a number in place of another, "it is three valves, not two". */
export function isTakenBack(one: Token, by: Token, { tokens }: SourceSentence): boolean {
  if (!one.number || !by.number || isEquivalent(by, one)) return false
  const has = (number: Token) => tokens.some((other) => other.number && isEquivalent(number, other))
  return tokens.some(({ term }) => correcting.test(term.key)) && has(one) && has(by)
}

/** Whether a turn of a chat or a line begins with the value, and so may answer what is said before: "0.4 %, good". */
export function isAnswer({ kind, tokens: [token] }: Value, index: SourceIndex): boolean {
  if (kind !== 'number' || index.size > answersMax) return false
  for (let place = 0; place < index.size; place++) {
    const { text, tokens } = index.sentence(place)
    const first = answer.test(text) ? tokens.find(({ number }) => number && number.unit !== 'clock') : undefined
    if (first && isEquivalent(token, first)) return true
  }
  return false
}

/** Returns how many of the words that a claim goes on from a segment has itself: "the engagement ring, insured for €3,950". */
export function followed({ own, inherited }: Segment, place: Segment): number {
  let count = 0
  for (const key of inherited) if (!own.has(key) && !key.startsWith('#') && place.own.has(key)) count++
  return count
}

/** Returns how many of the names and values that a claim goes on from a segment has. */
export function identified({ names, inherited }: Segment, place: Segment): number {
  let count = 0
  for (const key of new Set([...names, ...inherited]))
    if ((key.startsWith('#') || names.has(key)) && isCovered(key, place)) count++
  return count
}
