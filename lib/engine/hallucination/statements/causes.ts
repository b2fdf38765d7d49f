import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { matchesIn } from '../text/plain-text'
import { negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'

/** What joins a cause to its effect, and an effect to its cause. */
const [toEffect, toCause] = [
  /\b(?:led to|leads to|resulted in|results in|caused|causes|brought about|triggers?|triggered)\b/gi,
  /\b(?:(?:was|were|is|are|been) (?:caused|triggered|brought about) by|resulted from|results from|because of|because|due to|as a result of)\b/gi,
]

interface Causation {
  cause: readonly Token[]
  effect: readonly Token[]
  /** The first word of what joins them. */
  joint: Token
}

/**
 * Finds a cause told as the effect of what it caused, "the closure led to the flood", where a source tells the same two things the other way
 * round, with the same words.
 */
export function exchangedCause(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const tokens = sentence.tokens()
  const own = causationIn(sentence.text, tokens)
  if (!own || negationsIn(tokens) > 0) return null
  for (const place of places()) {
    const source: SourceSentence = index.sentence(place)
    const theirs = causationIn(source.text, source.tokens)
    if (!theirs || negationsIn(source.tokens) > 0) continue
    if (!isPartOf(own.cause, theirs.effect, theirs.cause) || !isPartOf(own.effect, theirs.cause, theirs.effect))
      continue
    const says = 'Cause and effect are swapped here: the source says'
    return { type: 'source_contradiction', from: own.joint, to: own.joint, says, source }
  }
  return null
}

/** Whether a side has words, all of which stand on one side of the source and none on the other. */
function isPartOf(side: readonly Token[], on: readonly Token[], off: readonly Token[]): boolean {
  return side.length > 0 && side.every((token) => hasTerm(on, token) && !hasTerm(off, token))
}

/** Reads the two sides of a sentence with one word for a cause, which may begin it: "Because it rained, the match was off." */
function causationIn(text: string, tokens: readonly Token[]): Causation | null {
  const backward = matchesIn(text, toCause)
  const forward = matchesIn(text, toEffect).filter(
    ({ index }) => !backward.some((one) => one.index <= index && index < one.index + one[0].length),
  )
  const [joint, more] = [...backward, ...forward]
  if (!joint || more) return null
  const end = joint.index + joint[0].length
  const comma = joint.index === 0 ? text.indexOf(',', end) : -1
  if (joint.index === 0 && comma < 0) return null
  const within = (from: number, to: number) =>
    tokens.filter((token) => token.start >= from && token.end <= to && isContent(token))
  const sides =
    comma < 0 ? [within(0, joint.index), within(end, text.length)] : [within(comma, text.length), within(end, comma)]
  const [before = [], behind = []] = sides
  const first = tokens.find((token) => token.start >= joint.index)
  if (!first) return null
  return backward.length > 0
    ? { cause: behind, effect: before, joint: first }
    : { cause: before, effect: behind, joint: first }
}
