import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { areSiblings } from '../words/kinds'
import type { Token } from '../words/tokens'
import { areNamesOfOne } from './aliases'
import { areToldIn, isEnded, isTelling } from './context'
import { type Deed, deedAt, isVerb } from './deeds'
import type { Conflict } from './elsewhere'
import { isName, isOfSpeaker, isStructured } from './misplaced-names'

/** Words of a plain statement, and sentences before one that tell what it is about. */
const [wordsMax, contextMax] = [24, 2]
/** Sentences with the name that are looked at, and the share of what is told that tells of the same deed. */
const [placesMax, sameShare] = [60, 0.75]
/** What is told in other cases, or of several. */
const open = /\?|\b(?:if|unless|would|could|might|not only|both|too|also|as well|or|than|more|less|most|least|fewest)\b/i

/**
 * Finds a deed told of another than in the sources: "Samir proposed three days" where Lucia proposed them. What else is told stands in the
 * sentence of the sources or directly before it, and no sentence tells of the one who is named that he did so.
 */
export function ofOtherDoer(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const { text } = sentence
  if (sentence.to - sentence.from > wordsMax || !isEnded(text) || open.test(text)) return null
  const tokens = sentence.tokens()
  for (const own of deedsIn(tokens, text)) {
    const { doer, verb } = own
    if (!index.has(verb.term.id) || !doer.every(({ term }) => index.has(term.id))) continue
    const rest = tokens.filter((token) => isTelling(token) && token !== verb && !doer.includes(token))
    const found =
      rest.length > 0 &&
      places()
        .map((place) => index.sentence(place))
        .find((source) => isOfOther(own, rest, source, index))
    const [from, to] = [doer[0], doer.at(-1)]
    if (found && from && to)
      return { type: 'source_contradiction', from, to, says: 'The source says this of something else:', source: found }
  }
  return null
}

/** Whether a sentence tells the deed of another, and none of the one who is named. */
function isOfOther(own: Deed, rest: readonly Token[], source: SourceSentence, index: SourceIndex): boolean {
  if (!source.isWhole || !source.isStatement() || isStructured(source.text) || isOfSpeaker(source.tokens)) return false
  const theirs = otherDeedIn(source, own)
  return (
    theirs !== null &&
    areOthers(own, theirs, index) &&
    isOfTheSame(rest, theirs, source, index) &&
    !isToldOf(own, rest, theirs, source, index)
  )
}

/** The deeds of a sentence whose doer begins it, or stands behind "by". */
function deedsIn(tokens: readonly Token[], text: string): Deed[] {
  return tokens.flatMap((token, at) => {
    const deed = at > 0 && isVerb(token) ? deedAt(tokens, at, text) : null
    const first = deed ? tokens.indexOf(deed.doer[0] as Token) : -1
    return deed && (first <= 1 || first > at) ? [deed] : []
  })
}

/** The deed of the same verb, done or denied alike, in a sentence that does not name the doer of the claim besides. */
function otherDeedIn({ tokens, text }: SourceSentence, { doer, verb, isDenied }: Deed): Deed | null {
  const all = tokens.flatMap((token, at) => (token.term === verb.term ? [deedAt(tokens, at, text)] : []))
  const [only, more] = all
  if (!only || more || only.isDenied !== isDenied) return null
  const besides = tokens.filter((token) => !only.doer.includes(token))
  return doer.some((token) => hasLike(besides, token)) ? null : only
}

/**
 * Whether two are different: two names, two nouns that exclude each other or have other words before the same one, or of which the sources tell
 * the same deed apart.
 */
function areOthers({ doer, verb }: Deed, { doer: other }: Deed, index: SourceIndex): boolean {
  if (other.some((token) => hasLike(doer, token))) {
    const [last, theirs] = [doer.at(-1), other.at(-1)]
    const isOneKind = last?.term === theirs?.term && doer[0]?.term !== other[0]?.term && !last?.isCapital
    return isOneKind && doer.length === 2 && other.length === 2
  }
  const areNames = [doer, other].map((words) => words.every((word) => isName(word, word.start, index)))
  if (areNames.every(Boolean)) return !areNamesOfOne(doer, other, index) && !areTogether(doer, other, index)
  if (areNames.some(Boolean)) return false
  if (areSiblings(doer.at(-1)?.term.key ?? '', other.at(-1)?.term.key ?? '')) return true
  return sentencesWith(doer, index).some(({ tokens }) => hasLike(tokens, verb))
}

/** Whether two names stand side by side, so that they may be of one. */
function areTogether([one]: readonly Token[], [other]: readonly Token[], index: SourceIndex): boolean {
  if (!one || !other) return true
  return index
    .placesOf(one.term.id)
    .slice(0, placesMax)
    .some((place) => {
      const { tokens, text } = index.sentence(place)
      return tokens.some((token, at) => {
        const next = tokens[at + 1]
        const isPair =
          (token.term === one.term && next?.term === other.term) ||
          (token.term === other.term && next?.term === one.term)
        return isPair && !text.slice(token.end, next?.start).includes(',')
      })
    })
}

/** Whether all that is told stands in the source sentence or before it, and some of it in the sentence. */
function isOfTheSame(
  rest: readonly Token[],
  { doer, verb }: Deed,
  source: SourceSentence,
  index: SourceIndex,
): boolean {
  const others = source.tokens.filter((token) => isTelling(token) && token !== verb && !doer.includes(token))
  if (!rest.some((token) => hasLike(others, token))) return false
  return areToldIn(rest, source, index, contextMax)
}

/** Whether the sources tell the deed of the one who is named, or most of what is told of it. */
function isToldOf(
  { doer, verb }: Deed,
  rest: readonly Token[],
  theirs: Deed,
  source: SourceSentence,
  index: SourceIndex,
) {
  const about = rest.filter((token) => !hasLike(theirs.doer, token))
  const sharedBy = ({ tokens }: SourceSentence) => about.filter((token) => hasLike(tokens, token)).length
  const enough = sharedBy(source)
  if (doer.some(({ term }) => index.placesOf(term.id).length > placesMax)) return true
  return doer.some((name) =>
    sentencesWith([name], index).some(
      (one) =>
        one !== source &&
        (sharedBy(one) >= sameShare * about.length || (sharedBy(one) >= enough && hasLike(one.tokens, verb))),
    ),
  )
}

/** The sentences that have all of some words. */
function sentencesWith(words: readonly Token[], index: SourceIndex): SourceSentence[] {
  const [first] = words
  const places = first ? index.placesOf(first.term.id).slice(0, placesMax) : []
  return places
    .map((place) => index.sentence(place))
    .filter((source) => words.every(({ term }) => source.terms().has(term)))
}
