import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { areSiblings } from '../words/kinds'
import type { Token } from '../words/tokens'
import { BY } from '../words/traits'
import { areNamesOfOne } from './aliases'
import { areToldIn, isShortStatement, isTelling } from './context'
import { type Deed, deedAt, isTitle, isVerb } from './deeds'
import type { Conflict } from './elsewhere'
import { isName, isOfSpeaker, isStructured } from './misplaced-names'
import { generic } from './other-slot'

/** Words of a plain statement, and sentences before one that tell what it is about. */
const [wordsMax, contextMax] = [24, 2]
/** Sentences with the name that are looked at, and the share of what is told that tells of the same deed. */
const [placesMax, sameShare] = [60, 0.75]
/** Sentences with the verb, and tokens before the verb of a doer that begins the sentence. */
const [verbMax, verbAtMax] = [12, 9]
/** What is told in other cases, or of several. */
const open =
  /\?|\b(?:if|unless|would|could|might|not only|both|too|also|as well|or|than|more|less|most|least|fewest)\b/i

const opening = /^(?:The|An?|All|Every|Each|Any|Our|Its|His|Her|Their) /
const excepting = /\b(?:except|excluding|apart from|unless|not only|both)\b/i

/**
 * Finds a deed told of another than in the sources: "Samir proposed three days" where Lucia proposed them. What else is told stands in the
 * sentence of the sources or directly before it, and no sentence tells of the one who is named that he did so. Of two nouns one may stand for the
 * other: it is weak unless the sources tell them apart.
 */
export function ofOtherDoer(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const { text } = sentence
  if (!mayHaveDeed(sentence, index) || !isShortStatement(sentence, wordsMax) || open.test(text)) return null
  const tokens = sentence.tokens()
  for (const own of deedsIn(tokens, text, index)) {
    const { doer, verb } = own
    if (!doer.every(({ term }) => index.has(term.id))) continue
    const rest = tokens.filter(
      (token) => isTelling(token) && !isTitle(token) && token !== verb && !doer.includes(token),
    )
    const [from, to] = [doer[0], doer.at(-1)]
    const places = index.placesOf(verb.term.id, verbMax)
    if (rest.length === 0 || !from || !to || places.length > verbMax) continue
    for (const place of places) {
      const source = index.sentence(place)
      const theirs = otherDeedIn(source, own, rest)
      if (!theirs || !isOfTheSame(rest, theirs, source, index) || isToldOf(own, rest, theirs, source, index)) continue
      const apart = areOthers(own, theirs, index)
      if (apart === 'no') continue
      const isWeak = apart === 'perhaps'
      return { type: 'source_contradiction', from, to, says: 'The source says this of something else:', source, isWeak }
    }
  }
  return null
}

/** Whether the sources know the word that begins a sentence, behind an article, or one behind "by", which is much cheaper to tell than a deed. */
function mayHaveDeed({ table, from, to, text, traits }: ReadSentence, index: SourceIndex): boolean {
  let first = from
  while (first < to && !table.isContent(first)) first++
  const isFirst = first === from || (first === from + 1 && opening.test(text))
  return (isFirst && first < to && index.has(table.term(first))) || ((traits & BY) !== 0 && text.includes(' by '))
}

/** The deeds of a sentence whose doer begins it, or stands behind "by", by verbs that the sources know. */
function deedsIn(tokens: readonly Token[], text: string, index: SourceIndex): Deed[] {
  const deeds: Deed[] = []
  const end = text.includes(' by ') ? tokens.length : Math.min(tokens.length, verbAtMax)
  for (let at = 1; at < end; at++) {
    const token = tokens[at] as Token
    if (!isVerb(token) || !index.has(token.term.id)) continue
    const deed = deedAt(tokens, at, text)
    const first = deed ? tokens.indexOf(deed.doer[0] as Token) : -1
    if (deed && (first <= 1 || first > at)) deeds.push(deed)
  }
  return deeds
}

/** The deed of the same verb, done or denied alike, in a sentence that names the doer of the claim only for another deed. */
function otherDeedIn(source: SourceSentence, { doer, verb, isDenied }: Deed, rest: readonly Token[]): Deed | null {
  const { tokens, text, isWhole } = source
  if (!isWhole || !source.isStatement() || isStructured(text) || isOfSpeaker(tokens) || excepting.test(text))
    return null
  const [only, more] = tokens.flatMap((token, at) => (token.term === verb.term ? [deedAt(tokens, at, text)] : []))
  if (!only || more || only.isDenied !== isDenied) return null
  const named = tokens.findIndex((token) => !only.doer.includes(token) && hasLike(doer, token))
  if (named < 0 || isOfOthers(named, rest, source)) return only
  const deeds = deedsOf(doer, source)
  return deeds.length === 0 || deeds.some((one) => one.verb.term === verb.term) ? null : only
}

/** Whether a name stands behind "by" in a later part of a sentence, which tells nothing of the rest: "the others by Mr Lang". */
function isOfOthers(named: number, rest: readonly Token[], { tokens, text }: SourceSentence): boolean {
  const before = tokens[named - 1]
  const by = tokens[before && isTitle(before) ? named - 2 : named - 1]
  if (by?.term.key !== 'by') return false
  const pause = text.lastIndexOf(',', by.start)
  return pause > 0 && !tokens.some((token) => token.start > pause && token.end < by.start && hasLike(rest, token))
}

/**
 * Whether two are different. They are if they are two names, two nouns that exclude each other or have other words before the same one, or of which
 * the sources tell the same deed apart. Of others, each of which does something, it is open.
 */
function areOthers({ doer, verb }: Deed, { doer: other }: Deed, index: SourceIndex): 'yes' | 'no' | 'perhaps' {
  if (other.some((token) => hasLike(doer, token))) {
    const [last, theirs] = [doer.at(-1), other.at(-1)]
    const isOneKind = last?.term === theirs?.term && doer[0]?.term !== other[0]?.term && !last?.isCapital
    // Two of one family have other first names, which may be forms of one.
    if (doer[0]?.term !== other[0]?.term && last?.isCapital && Math.min(doer.length, other.length) > 1) return 'perhaps'
    return isOneKind && doer.length === 2 && other.length === 2 ? 'yes' : 'no'
  }
  if (areNamesOfOne(doer, other, index) || areTogether(doer, other, index)) return 'no'
  if ([doer, other].every((words) => words.every((word) => isName(word, word.start, index)))) return 'yes'
  if (areSiblings(doer.at(-1)?.term.key ?? '', other.at(-1)?.term.key ?? '')) return 'yes'
  const deeds = sentencesWith(doer, index).flatMap((source) => deedsOf(doer, source))
  if (deeds.some((one) => one.verb.term === verb.term)) return 'yes'
  const isGeneric = [doer, other].some((words) => generic.has(words.at(-1)?.term.key ?? ''))
  return !isGeneric && deeds.length > 0 ? 'perhaps' : 'no'
}

/** What a sentence tells that someone does. */
function deedsOf(doer: readonly Token[], { tokens, text }: SourceSentence): Deed[] {
  return tokens.flatMap((token, at) => {
    const deed = at > 0 && isVerb(token) ? deedAt(tokens, at, text) : null
    return deed && doer.every((word) => hasLike(deed.doer, word)) ? [deed] : []
  })
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
  if (doer.some(({ term }) => index.placesOf(term.id, placesMax).length > placesMax)) return true
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
  const places = first ? index.placesOf(first.term.id, placesMax).slice(0, placesMax) : []
  return places
    .map((place) => index.sentence(place))
    .filter((source) => words.every(({ term }) => source.terms().has(term)))
}
