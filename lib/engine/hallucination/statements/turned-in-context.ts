import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import type { SourceReading } from '../sources/source-reading'
import { isNegationKey } from '../text/stems'
import { areOtherStates, otherStatesOf } from '../words/kinds'
import { areAlike, areConverse, areOpposite, oppositesOf } from '../words/opposites'
import { isNegation, negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { Vocabulary } from '../words/vocabulary'
import { isShortStatement, isTelling, tokensBefore } from './context'
import type { Conflict } from './elsewhere'
import { isOfSpeaker, isStructured } from './misplaced-names'

/** Tokens of a plain sentence, words that only the source has, and sentences before one that tell what it is about. */
const [wordsMax, extraMax, contextMax] = [18, 3, 3]
/** What makes no statement of it, or one with another scope. */
const open =
  /[?:]|\b(?:if|unless|except|would|could|might|may|should|only|just|all|every|always|before|after|until|than|more|less|most|least|instead|rather|but|although|though|however|or|some|any|both|other|another|again|first|then|once|yet)\b/i

/**
 * Finds a statement turned by an opposite word or a negation where the rest of it is told in the sentences before: "The proposal for three days was
 * accepted" for "Lucia proposed three days. The proposal was rejected."
 */
export function turnedInContext(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const { text } = sentence
  if (!isShortStatement(sentence, wordsMax) || open.test(text)) return null
  const tokens = sentence.tokens()
  const told = tokens.filter(tells)
  if (told.length < 2 || isOfSpeaker(tokens)) return null
  const isOdd = negationsIn(tokens) % 2 === 1
  for (const place of places()) {
    if (index.lengthOf(place) > wordsMax) continue
    const source = index.sentence(place)
    if (!isOfItsSubject(told, source) || !isPlain(source)) continue
    const shared = told.filter((token) => hasLike(source.tokens, token))
    const turned = told.filter((token) => !shared.includes(token) && source.tokens.some((one) => isTurned(token, one)))
    const [word, more] = turned
    if (more || (word !== undefined) === (isOdd !== (negationsIn(source.tokens) % 2 === 1))) continue
    if (shared.length < (word ? 1 : 2) || !isOfItsSubject(shared, source)) continue
    if (!word && !isDeniedIn(isOdd ? tokens : source.tokens, shared)) continue
    const extra = source.tokens.filter((one) => isContent(one) && !hasLike(told, one) && !(word && isTurned(word, one)))
    if (extra.length > extraMax) continue
    const context = tokensBefore(source, index, contextMax)
    const rest = told.filter((token) => token !== word && !shared.includes(token))
    // "Not from platform 4" where it leaves from platform 6.
    if (isOdd && rest.some(({ number }) => number)) continue
    if (rest.length === 0 || !rest.every((token) => hasLike(context, token))) continue
    if (
      word
        ? context.some(({ term }) => areAlike(term.key, word.term.key))
        : isToldOtherwise(shared, isOdd, source, index)
    )
      continue
    const from = word ?? tokens.find(isNegation) ?? tokens[0]
    const to = word ?? (isOdd ? from : tokens.at(-1))
    if (from && to) return { type: 'source_contradiction', from, to, says: 'The source says otherwise:', source }
  }
  return null
}

/** Whether the sources deny a word or have its opposite, by its term: of those that were asked for. */
const turningOfSources = new WeakMap<SourceIndex, (boolean | undefined)[]>()
const negations = ['not', 'never', 'no', 'nobody', 'none', 'nothing']

/** Whether the sources deny a word of a sentence, or have the opposite of one, or the sentence denies something: tells without its tokens. */
export function mayBeTurned({ table, from, to }: ReadSentence, { index, vocabulary }: SourceReading): boolean {
  if (to - from > wordsMax) return false
  const sources = index()
  let known = turningOfSources.get(sources)
  if (!known) {
    known = new Array<boolean | undefined>(vocabulary.size).fill(undefined)
    for (const term of deniedIn(sources, vocabulary)) known[term] = true
    turningOfSources.set(sources, known)
  }
  for (let at = from; at < to; at++) {
    const term = table.term(at)
    let isTurning = known[term]
    if (isTurning === undefined) {
      const { key } = vocabulary.at(term)
      const others = [...(oppositesOf(key) ?? []), ...otherStatesOf(key)]
      isTurning = isNegationKey(key) || others.some((other) => sources.has(vocabulary.term(other).id))
      while (known.length < term) known.push(undefined)
      known[term] = isTurning
    }
    if (isTurning) return true
  }
  return false
}

/** The words that stand behind the negations of the sources. */
function deniedIn(index: SourceIndex, vocabulary: Vocabulary): number[] {
  const denied: number[] = []
  for (const word of negations)
    for (const place of index.placesOf(vocabulary.term(word).id)) {
      if (index.lengthOf(place) > wordsMax) continue
      const { tokens } = index.sentence(place)
      const first = tokens.slice(tokens.findIndex(isNegation) + 1).find(isContent)
      if (first) denied.push(first.term.id)
    }
  return denied
}

const tells = (token: Token) => isTelling(token) && !isNegation(token)

const isPlain = (source: SourceSentence) =>
  source.isWhole &&
  source.tokens.length <= wordsMax &&
  source.isStatement() &&
  !isStructured(source.text) &&
  !open.test(source.text) &&
  !isOfSpeaker(source.tokens)

const isTurned = ({ term: { key } }: Token, { term }: Token) =>
  (areOpposite(key, term.key) && !areConverse(key, term.key)) || areOtherStates(key, term.key)

/** Whether the first thing that a sentence tells is one of some words. */
function isOfItsSubject(shared: readonly Token[], { tokens }: SourceSentence): boolean {
  const first = tokens.find(tells)
  return first !== undefined && hasLike(shared, first)
}

/** Whether what a sentence denies is one of some words. */
function isDeniedIn(tokens: readonly Token[], shared: readonly Token[]): boolean {
  const denied = tokens.slice(tokens.findIndex(isNegation) + 1).find(isContent)
  return denied !== undefined && hasLike(shared, denied)
}

/** Whether another sentence says the same of all some words as the claim. */
function isToldOtherwise(
  shared: readonly Token[],
  isOdd: boolean,
  source: SourceSentence,
  index: SourceIndex,
): boolean {
  const [first] = shared
  const places = first ? index.placesOf(first.term.id) : []
  return places.some((place) => {
    const other = index.sentence(place)
    return (
      other !== source &&
      (negationsIn(other.tokens) % 2 === 1) === isOdd &&
      shared.every((token) => hasLike(other.tokens, token))
    )
  })
}
