import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import { refersBack } from '../sources/segments'
import type { SourceIndex } from '../sources/source-index'
import type { SourceReading } from '../sources/source-reading'
import { negationsIn } from '../words/quantifiers'
import type { Token } from '../words/tokens'
import { isTelling } from './context'
import type { Conflict } from './elsewhere'
import { isStructured } from './misplaced-names'

/** Sentences that may go on from one with a pronoun, and places of a word that are looked at. */
const [backMax, placesMax] = [4, 40]
/** Words and values that a sentence with a pronoun must share with the claim. */
const sharedMin = 2
const pronouns = ['it', 'he', 'she', 'its', 'his', 'her']

/** Whether sources may have such a pronoun. */
export function haveReferents({ index, vocabulary }: SourceReading): boolean {
  return pronouns.some((word) => index().has(vocabulary.term(word).id))
}

/**
 * Finds what the sources tell, with a pronoun, of a thing that they named before, as told of another: "Skarne burned down in 1946" for
 * "Mellby is younger. It burned down in 1946."
 */
export function ofOtherReferent(
  sentence: ReadSentence,
  before: ReadSentence | undefined,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const tokens = sentence.tokens()
  const isBack = refersBack(tokens)
  const about = isBack ? before?.tokens() : tokens
  if (!about) return null
  const told = tokens.filter(isTelling)
  for (const place of places()) {
    const source = index.sentence(place)
    if (!goesOn(source) || negationsIn(tokens) % 2 !== negationsIn(source.tokens) % 2) continue
    const shared = told.filter((token) => hasLike(source.tokens, token))
    if (shared.length < sharedMin || (isBack && shared.length < told.length)) continue
    const back = antecedents(source, index)
    if (!back) continue
    const unlike = about.filter((token) => isTelling(token) && !shared.includes(token) && !isIn(back, token))
    const subject = unlike.find((token) => isOfAnother(token, about, back, index))
    if (!subject || (!isBack && unlike.length > 1) || isToldOf(subject, shared, index)) continue
    const [from, to] = isBack ? [tokens[0], tokens.at(-1)] : [subject, subject]
    if (from && to)
      return { type: 'source_contradiction', from, to, says: 'The source says this of something else:', source }
  }
  return null
}

const isIn = (sentences: readonly SourceSentence[], token: Token) => sentences.some((one) => hasLike(one.tokens, token))

/** Whether a sentence tells of one thing that was named before: its first word is the pronoun. */
const goesOn = ({ tokens, text, isWhole }: SourceSentence) =>
  isWhole && pronouns.includes(tokens[0]?.term.key ?? '') && !isStructured(text)

/** The sentences before one, up to the first that begins with no pronoun; null if they are too many. */
function antecedents(source: SourceSentence, index: SourceIndex): readonly SourceSentence[] | null {
  const back: SourceSentence[] = []
  for (let place = source.place - 1; place >= 0 && back.length < backMax; place--) {
    const one = index.sentence(place)
    back.push(one)
    if (!refersBack(one.tokens)) return one.isWhole && one.isStatement() && !isStructured(one.text) ? back : null
  }
  return null
}

/**
 * Whether a word tells the thing of a claim from the one that was named: the sources know it, not in what the pronoun goes on from, where
 * another stands beside the same word. "The east wing" and "the west wing", "line 4" and "line 7", "the lighthouse of Skarne" and "of Mellby".
 */
function isOfAnother(
  token: Token,
  tokens: readonly Token[],
  back: readonly SourceSentence[],
  index: SourceIndex,
): boolean {
  const named = back.at(-1)
  if (!named || !index.has(token.term.id)) return false
  const at = tokens.indexOf(token)
  return [-1, 1].some((step) => {
    const [beside, link] = besideOf(tokens, at, step)
    if (beside?.kind !== 'word') return false
    const there = named.tokens.findIndex(({ term }) => term === beside.term)
    if (there < 0) return false
    const [rival, otherLink] = besideOf(named.tokens, there, -step)
    return (
      rival !== undefined &&
      rival.kind === token.kind &&
      rival.isCapital === token.isCapital &&
      link === otherLink &&
      !hasLike(tokens, rival) &&
      !areTogether(token, rival, index)
    )
  })
}

/** The next word or value in a direction, across "of", and whether that stands between. */
function besideOf(tokens: readonly Token[], at: number, step: number): [Token | undefined, boolean] {
  const next = tokens[at + step]
  if (next?.term.key !== 'of' && next?.term.key !== 'the') return [next && isTelling(next) ? next : undefined, false]
  let place = at + step
  while (/^(?:of|the)$/.test(tokens[place]?.term.key ?? '')) place += step
  const across = tokens[place]
  const isLinked = tokens.slice(Math.min(at, place), Math.max(at, place)).some(({ term }) => term.key === 'of')
  return [isLinked && across && isTelling(across) ? across : undefined, isLinked]
}

/** Whether a sentence of the sources names both, which may then be one. */
function areTogether(one: Token, other: Token, index: SourceIndex): boolean {
  const places = index.placesOf(one.term.id, placesMax)
  return places.length > placesMax || places.some((place) => hasLike(index.sentence(place).tokens, other))
}

/** Whether a sentence with the word, or one that goes on from it, tells the same. */
function isToldOf(subject: Token, shared: readonly Token[], index: SourceIndex): boolean {
  const [rarest] = [...shared].sort((left, right) => index.weightOf(right.term.id) - index.weightOf(left.term.id))
  const places = rarest ? index.placesOf(rarest.term.id, placesMax) : []
  if (places.length > placesMax) return true
  return places.some((place) => {
    const source = index.sentence(place)
    if (!shared.every((token) => hasLike(source.tokens, token))) return false
    return isIn([source, ...(refersBack(source.tokens) ? (antecedents(source, index) ?? []) : [])], subject)
  })
}
