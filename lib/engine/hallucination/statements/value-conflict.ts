import { smallCount } from '../numbers/quantities'
import { hasDirection, minusBefore } from '../numbers/signs'
import { isPart } from '../numbers/units'
import { type Alignment, isDense, isEquivalent, isSameHour } from '../sources/alignment'
import { asExact, mayFollow } from '../sources/derived-values'
import { isOfOtherTime, isWithinBound } from '../sources/other-case'
import type { ReadSentence } from '../sources/read-prose'
import { refersBack } from '../sources/segments'
import type { SourceIndex } from '../sources/source-index'
import type { SourceReading } from '../sources/source-reading'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'
import { typeOfValue } from './invented-values'
import { isStructured } from './misplaced-names'
import { isTakenBack } from './told-elsewhere'

/** Share of equal tokens from which a sentence counts as copied, so that its values correspond by position. */
const copyMin = 0.8
/** Tokens from which words side by side are a copy, wherever else the value occurs. */
const localMin = 5
/** Tokens from which such a copy tells the value itself, rather than one that follows from those of the source. */
const exactMin = 10
/** Content words from which a value that the sources have elsewhere can be at the wrong place. */
const wordsMin = 4
/** Coverage from which another source sentence may be about the same thing and state another value. */
const rivalMin = 0.6
/** Sentences with a value that are looked at. */
const placesMax = 8

/**
 * Finds a number or date in place of another, unless another similar source sentence has it, or the source sentence has it at another
 * place.
 */
export function valueConflict(
  sentence: ReadSentence,
  [closest, ...others]: readonly Alignment[],
  reading: SourceReading,
): Omit<Conflict, 'source'> | null {
  if (!closest) return null
  const index = reading.index()
  const { pairs, source } = closest
  const tokens = sentence.tokens()
  const kept = pairs.filter(([own, inSource]) => tokens[own]?.term === source.tokens[inSource]?.term).length
  // A sentence of which only the value differs from words side by side in the source is a copy of these.
  const isLocal = kept === tokens.length - 1 && isDense(closest)
  const isWholeCopy = kept >= copyMin * Math.max(tokens.length, source.tokens.length)
  const isCopy = isWholeCopy || (isLocal && tokens.length >= localMin)
  for (const [own, inSource] of pairs) {
    const written = tokens[own]
    const other = source.tokens[inSource]
    if (!written || !other) continue
    const token = asExact(written, sentence.text)
    const isTurned = isOfOtherSign(written, sentence.text, other, source.text)
    if ((!token.number && !token.date) || (isEquivalent(token, other) && !isTurned)) continue
    if (isMarker(written, sentence.text) || isMarker(other, source.text)) continue
    if (isWithinBound(token, other, source)) continue
    if (isInRow(tokens, own) && !isInRow(source.tokens, inSource)) continue
    if (!isWholeCopy && isOfOtherTime(written, tokens, source.tokens)) continue
    if (
      isPart(token.number?.unit) !== isPart(other.number?.unit) ||
      isSameHour(written, tokens[own + 1], other, source.tokens[inSource + 1])
    )
      continue
    if (!isBeside(own, inSource, tokens, source.tokens)) continue
    const occursInSource = source.tokens.some((one) => isEquivalent(token, one) && one.kind === token.kind)
    const isExchanged =
      occursInSource && tokens.some((one) => one !== written && one.kind === other.kind && isEquivalent(one, other))
    if (occursInSource && !isExchanged && !isCopy && !isLocal) continue
    if (isExchanged && (areReordered(tokens, source.tokens) || isStructured(source.text))) continue
    const isDisputed = others.some(
      (alignment) =>
        alignment.coverage >= rivalMin &&
        alignment.source.tokens.some((one) => one.kind === token.kind && isEquivalent(token, one)),
    )
    if (isDisputed || others.some((one) => isTakenBack(other, token, one.source))) continue
    // The value may be correct elsewhere in the sources, unless the sentence is a copy of this one.
    const isClose = isDense(closest) && tokens.filter(isContent).length >= wordsMin
    if (!occursInSource && !isCopy && !isClose && isTold(token, tokens, index)) continue
    if (
      !isWholeCopy &&
      !isExchanged &&
      !(isLocal && tokens.length >= exactMin) &&
      mayFollow(
        written,
        sentence,
        [closest, ...others].map((one) => one.source),
        reading,
      )
    )
      continue
    return {
      type: typeOfValue(token),
      from: withMinus(token, sentence.text),
      to: token,
      says: isExchanged ? 'Two things are swapped here: the source says' : 'The source says',
    }
  }
  return null
}

/** Whether a number stands directly before or behind others, as in a list of values: "[12.5, 15.0, 14.2]". */
const isInRow = (tokens: readonly Token[], at: number) =>
  [at - 2, at - 1, at].some(
    (from) => from >= 0 && tokens.slice(from, from + 3).filter(({ number }) => number).length === 3,
  )

/** Whether a value is in the sources: of a count, which many things have, in a sentence that tells of something of the claim. */
function isTold({ term, number }: Token, tokens: readonly Token[], index: SourceIndex): boolean {
  const places = index.placesOf(term.id, placesMax)
  const isCount = number && number.unit === null && number.value <= smallCount && number.step === 1
  if (!isCount || places.length > placesMax) return places.length > 0
  const isNear = (place: number) =>
    tokens.some((token) => isContent(token) && hasTerm(index.sentence(place).tokens, token))
  return places.some(
    (place) => isNear(place) || (place > 0 && refersBack(index.sentence(place).tokens) && isNear(place - 1)),
  )
}

const listMarker = /^\s*\d{1,3}[.)]\s/

/** Whether a number counts the item of a list, of which the sources may have had more or fewer. */
const isMarker = ({ start }: Token, text: string) => start < (listMarker.exec(text)?.[0].length ?? 0)

/** Whether only one of two numbers has a minus, and no words tell which way they go. */
function isOfOtherSign(own: Token, text: string, inSource: Token, source: string): boolean {
  if (!own.number || !inSource.number || own.number.value === 0) return false
  const isOther = minusBefore(text, own.start) < 0 !== minusBefore(source, inSource.start) < 0
  return isOther && !hasDirection(text, own.start) && !hasDirection(source, inSource.start)
}

function withMinus(token: Token, text: string): Token {
  const minus = minusBefore(text, token.start)
  return minus < 0 ? token : { ...token, start: minus }
}

/** Whether two names have changed places, so that the values beside them have, too. */
function areReordered(tokens: readonly Token[], others: readonly Token[]): boolean {
  const places = tokens
    .filter((token) => token.isCapital && isContent(token))
    .map(({ term }) => others.findIndex((other) => other.term === term))
    .filter((place) => place >= 0)
  return places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0))
}

/** Whether the preceding or the following term is the same in both sentences. */
function isBeside(own: number, inSource: number, tokens: readonly Token[], others: readonly Token[]): boolean {
  return [-1, 1].some((step) => {
    const [one, other] = [tokens[own + step], others[inSource + step]]
    return one !== undefined && one.term === other?.term
  })
}
