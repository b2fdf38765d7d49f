import { isEquivalent } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { Segment, SourceSentence } from '../sources/segment'
import { sourceSegments } from '../sources/segments'
import type { SourceIndex } from '../sources/source-index'
import { isComparing, negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'
import { typeOfValue } from './invented-values'

/** The words of a clause that leaves out its verb and its unit. */
const gappedMax = 3

/**
 * Finds a value said of the subject of a clause that leaves out what the first has said: "The tenant may end the lease with two months' notice;
 * the landlord with six" gives the landlord six months. Every other word of the sentence must stand in one of the clauses.
 */
export function ofTheFirstClause(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const tokens = sentence.tokens()
  const [value, more] = tokens.filter(({ number, date }) => number || date)
  if (!value?.number || more || negationsIn(tokens) > 0 || tokens.some(isComparing)) return null
  const words = tokens.filter((token) => token !== value && isContent(token))
  for (const place of places()) {
    const source = index.sentence(place)
    // "Ten hours, 2 more than the other" tells how much more it is.
    if (!source.isStatement() || source.tokens.some(({ term }) => term.key === 'than')) continue
    for (const { clause, own } of gappedIn(source, index)) {
      const isOfLater = isOf(words, clause, own) && !isSaid(value, clause, own)
      const isOfFirst = isOfClause(words, clause, own) && isValueOf(value, own, clause)
      if ((isOfLater || isOfFirst) && !isToldElsewhere(value, isOfLater ? own : clause, source, index))
        return { type: typeOfValue(value), from: value, to: value, says: 'The source says', source }
    }
  }
  return null
}

/** A clause with verb and unit, and a later one of the same sentence with its own subject and number alone. */
interface Gapped {
  clause: Segment
  own: Segment
}

function gappedIn(source: SourceSentence, index: SourceIndex): Gapped[] {
  const found: Gapped[] = []
  let clause: Segment | undefined
  for (const own of sourceSegments(source, index)) {
    if (own.isRow) return []
    const [number, more] = own.tokens.filter((token) => token.date || countIn(token) !== null)
    if (!number || number.date || more) continue
    const next = own.tokens[own.tokens.indexOf(number) + 1]
    const isBare = (number.number?.unit ?? null) === null && (next === undefined || !isContent(next))
    if (!isBare) clause = own
    else if (clause && subjectOf(own).length > 0 && subjectOf(own).length <= gappedMax) found.push({ clause, own })
  }
  return found
}

/** The number of a token, "one" too. */
const countIn = ({ number, term }: Token) => number?.value ?? (term.key === 'one' ? 1 : null)

/** The content words of a clause besides its number. */
const subjectOf = ({ tokens }: Segment) => tokens.filter((token) => !token.number && isContent(token))

/** Whether the words name the subject of the later clause, lack that of the first, and say nothing that neither says. */
function isOf(words: readonly Token[], clause: Segment, own: Segment): boolean {
  const has = (token: Token) => hasTerm(words, token)
  const [subject, first] = [subjectOf(own), subjectOf(clause)]
  return (
    subject.every(has) &&
    first.some(has) &&
    first.some((token) => !has(token)) &&
    words.every((token) => hasTerm(subject, token) || hasTerm(first, token))
  )
}

/** Whether the words are those of the first clause, but for one, and not of the later. */
function isOfClause(words: readonly Token[], clause: Segment, own: Segment): boolean {
  const [subject, first] = [subjectOf(own), subjectOf(clause)]
  const missing = first.filter((token) => !hasTerm(words, token))
  const [only, ...more] = subject.filter((token) => !hasTerm(first, token))
  return words.every((token) => hasTerm(first, token)) && missing.length < 2 && only !== undefined && more.length === 0
}

/** Whether a value is the number of the later clause, and not that of the first. */
function isValueOf({ number: value }: Token, own: Segment, clause: Segment): boolean {
  const [later, first] = [own, clause].map(({ tokens }) => tokens.find((token) => countIn(token) !== null))
  return (
    first?.number?.unit === value?.unit &&
    first?.number?.value !== value?.value &&
    (later && countIn(later)) === value?.value
  )
}

/** Whether a value is the number of the later clause in the unit of the first, or counts something else. */
function isSaid(value: Token, clause: Segment, own: Segment): boolean {
  const unit = clause.tokens.find(({ number }) => number)?.number?.unit ?? null
  const number = own.tokens.find((token) => countIn(token) !== null)
  return value.number?.unit !== unit || (number && countIn(number)) === value.number?.value
}

/** Whether another sentence has the value and the subject. */
function isToldElsewhere(value: Token, own: Segment, source: SourceSentence, index: SourceIndex): boolean {
  return index.placesOf(value.term.id).some((place) => {
    const other = index.sentence(place)
    return (
      other !== source &&
      other.tokens.some((token) => token.number && isEquivalent(value, token)) &&
      subjectOf(own).some(({ term }) => other.terms().has(term))
    )
  })
}
