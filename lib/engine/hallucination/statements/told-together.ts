import type { Quantity } from '../numbers/units'
import { candidatesOf, isEquivalent } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { isStructured } from './misplaced-names'

/** Sentences that may tell the parts, and parts of one result. */
const [candidatesMax, partsMax] = [5, 4]

/** The values that a result must follow from, and a sentence of the sources that has the first. */
export interface Parts {
  parts: readonly Quantity[]
  source?: SourceSentence
  /** Whether they are a list, of which a total may leave some out, or take some off. */
  isList?: true
  /** Whether the list is of the sources. */
  isGiven?: true
}

/** A value of a source sentence. */
interface Part {
  value: Token & { number: Quantity }
  /** The word for what it counts. */
  noun: Token | undefined
  /** The words around it, up to the pauses between it and others. */
  words: readonly Token[]
}

/**
 * The values that a result is told of, all in one sentence of the sources that has every other word of the statement: "34 novels and 27
 * comics" of which there are "61 in total". The statement names each part by a word of its own, or all that they count.
 * @param isTelling whether a word only tells that it is a result
 */
export function toldTogether(
  sentence: ReadSentence,
  result: Token,
  isSum: boolean,
  index: SourceIndex,
  isTelling: (token: Token) => boolean,
): Parts | null {
  const others = sentence.tokens().filter((token) => token !== result && !isTelling(token))
  const words = others.filter((token) => isContent(token) || token.kind === 'date' || isYear(token))
  // Values besides years and the number of the parts tell of something else.
  const [count, more] = others.filter((token) => token.number && !isYear(token))
  if (more || words.length === 0) return null
  for (const place of candidatesOf(sentence, index, candidatesMax)) {
    const source = index.sentence(place)
    if (!source.isStatement() || isStructured(source.text) || negationsIn(source.tokens) > 0) continue
    const has = (token: Token) => source.tokens.some((one) => one.kind === token.kind && isEquivalent(token, one))
    if (!words.every(has)) continue
    const parts = partsIn(source, result)
    if (parts.length < 2 || parts.length > (isSum ? partsMax : 2)) continue
    if (count && count.number?.value !== parts.length) continue
    if (areNamed(parts, words, isSum) || (count && isSum && isOnlyOne(source, words, index)))
      return { parts: parts.map(({ value }) => value.number), source }
  }
  return null
}

/** The values of a source sentence in the unit of a result; none if others are among them that may be of it. */
function partsIn(source: SourceSentence, result: Token): Part[] {
  const { tokens } = source
  const numbers = tokens.filter((token): token is Part['value'] => token.number !== undefined && !isYear(token))
  if (numbers.some(({ number }) => number.unit !== result.number?.unit)) return []
  const places = numbers.map((value) => tokens.indexOf(value))
  return numbers.map((value, at) => {
    const [before, place, behind] = [places[at - 1], places[at] as number, places[at + 1]]
    const from = before === undefined ? 0 : boundaryIn(source, before, place)
    const to = behind === undefined ? tokens.length : boundaryIn(source, place, behind)
    return { value, noun: nounOf(tokens.slice(place + 1, to)), words: tokens.slice(from, to) }
  })
}

/** Where between two values the words for the second begin: behind the last pause or "and". */
function boundaryIn({ tokens, text, isWhole }: SourceSentence, from: number, to: number): number {
  const base = isWhole ? 0 : (tokens[0]?.start ?? 0)
  let at = to
  while (at > from + 1 && !/^(?:and|but|whil)$/.test(tokens[at]?.term.key ?? '') && !isPause(at)) at--
  return at

  function isPause(place: number): boolean {
    return /[,;]/.test(text.slice((tokens[place - 1]?.end ?? base) - base, (tokens[place]?.start ?? base) - base))
  }
}

/** The last of the content words in a row behind a value: the trees of "18 plane trees". */
function nounOf(behind: readonly Token[]): Token | undefined {
  const end = behind.findIndex((token) => !isContent(token))
  return (end < 0 ? behind : behind.slice(0, end)).at(-1)
}

/** Whether a statement names each part by a word, a date or a year of its own; a sum may also name all that the parts count. */
function areNamed(parts: readonly Part[], words: readonly Token[], isSum: boolean): boolean {
  const isIn = ({ words: those }: Part, token: Token) =>
    those.some((one) => one.kind === token.kind && isEquivalent(token, one))
  const isOwn = (part: Part) =>
    words.some((token) => isIn(part, token) && parts.every((one) => one === part || !isIn(one, token)))
  if (parts.every(isOwn)) return true
  const nouns = new Set(parts.map(({ noun }) => noun?.term))
  return isSum && nouns.size > 1 && [...nouns].every((noun) => words.some(({ term }) => term === noun))
}

/** Whether no other sentence tells a value of one of the things. */
function isOnlyOne(source: SourceSentence, words: readonly Token[], index: SourceIndex): boolean {
  return words.every(({ term }) =>
    index.placesOf(term.id).every((place) => {
      const other = index.sentence(place)
      return other === source || !other.tokens.some(({ number }) => number)
    }),
  )
}

const isYear = ({ number }: Token) =>
  number !== undefined && number.unit === null && number.step === 1 && number.value >= 1900 && number.value <= 2100
