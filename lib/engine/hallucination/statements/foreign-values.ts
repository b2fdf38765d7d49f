import { claimSpan, type HallucinationFinding, quoting } from '../finding'
import type { Material } from '../material'
import { isMoney, isYear, type Quantity } from '../numbers/units'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { isIdeograph } from '../text/characters'
import { isContent, type Token } from '../words/tokens'

/** Names, words, dates and numbers that a sentence shares with the one of a source that tells of the same. */
const sharedMin = 2

/**
 * Finds a number or date in no source whose sentence has names, dates or other values of one sentence of the sources alone, which gives a
 * single other value of its kind: "Roubaix welcomed 263,000 visitors in 2023" of "Le musée de Roubaix a accueilli 236 000 visiteurs en 2023". For
 * outputs or sources in other languages than English, whose words are not compared.
 * @param unsupported the findings of numbers and dates that no source has
 */
export function findForeignValues(
  { output, readings, reading, isForeign }: Material,
  unsupported: readonly HallucinationFinding[],
): HallucinationFinding[] {
  if (unsupported.length === 0 || !isForeign()) return []
  return unsupported.flatMap(({ type, span }): HallucinationFinding[] => {
    const sentence = readings().findLast(({ start }) => start <= span.start)
    if (!sentence) return []
    const isIn = (token: Token) => sentence.start + token.end > span.start && sentence.start + token.start < span.end
    const own = sentence.tokens().find((token) => isValue(token) && isIn(token))
    const source = own && closestTo(sentence, reading.index())
    if (!source || !hasValueLike(own, sentence, source) || isOfAnotherCase(sentence, source, reading.index())) return []
    const evidence = quoting('The source has another value:', reading.asWritten(source.text))
    return [
      {
        type,
        verdict: 'contradicted',
        severity: 'likely',
        confidence: 0.7,
        span: claimSpan(output, span.start, span.end),
        evidence,
      },
    ]
  })
}

const isValue = ({ number, date }: Token) => number !== undefined || date !== undefined

/** Returns the sentence of the sources that has most of the terms of another; null if two have as many, or too few. */
function closestTo(sentence: ReadSentence, index: SourceIndex): SourceSentence | null {
  const shares = new Map<number, number>()
  const telling = new Map(sentence.tokens().map((token) => [token.term.id, weightOf(token)]))
  for (const [term, weight] of telling)
    if (weight > 0) for (const place of index.placesOf(term)) shares.set(place, (shares.get(place) ?? 0) + weight)
  const [first, second] = [...shares].sort((one, other) => other[1] - one[1])
  if (!first || first[1] < sharedMin || first[1] === second?.[1]) return null
  return index.sentence(first[0])
}

const lettersMin = 4
/** Before the syllables of Korean, whose words have fewer of them than others have letters. */
const hangul = '\uabff'
const isSign = ({ term }: Token) => isIdeograph(term.key.charCodeAt(0))

/** What a token counts for: a name of Chinese or Japanese has two signs or more. */
function weightOf(token: Token): number {
  if (isValue(token)) return 1
  if (!isContent(token)) return 0
  if (isSign(token)) return 0.5
  return token.end - token.start >= lettersMin || token.term.key > hangul ? 1 : 0
}

/** Whether a source sentence has a single value of the kind of a claimed one, and the claim has no other of it. */
function hasValueLike(own: Token, sentence: ReadSentence, source: SourceSentence): boolean {
  const isLike = (other: Token) =>
    own.date !== undefined ? other.date !== undefined : isNumberLike(other) && isOfOneUnit(own.number, other.number)
  const [value, ...more] = source.tokens.filter(isLike)
  if (!value || more.some(({ term }) => term !== value.term)) return false
  return !sentence.tokens().some((token) => token !== own && (token.term === value.term || isLike(token)))
}

/** Share of known words in lower case in a sentence of the language of the sources, and of those that Chinese or Japanese ones share. */
const [sameLanguageMin, signsMin] = [0.2, 0.7]

/** Whether a sentence in the language of the sources has words that the closest one lacks, and so may tell of another case. */
function isOfAnotherCase(sentence: ReadSentence, source: SourceSentence, index: SourceIndex): boolean {
  const all = sentence.tokens().filter(({ kind }) => kind === 'word')
  const isKnown = ({ term }: Token) => index.has(term.id)
  // Names are the same in other languages, too.
  if (
    shareOf(
      all.filter(({ isCapital }) => !isCapital),
      isKnown,
    ) < sameLanguageMin
  )
    return false
  const words = all.filter((token) => weightOf(token) > 0)
  const isSigns = words.some(isSign)
  return shareOf(words, ({ term }) => source.terms().has(term)) < (isSigns ? signsMin : 1)
}

const shareOf = (words: readonly Token[], isOne: (word: Token) => boolean) =>
  words.length === 0 ? 0 : words.filter(isOne).length / words.length

/** Whether a token is a number other than a year or a time of day. */
function isNumberLike({ number }: Token): boolean {
  if (!number || number.unit === 'clock') return false
  return !isYear(number)
}

/** Whether two numbers have one unit. Behind "millones" that of money is not read. */
function isOfOneUnit(one: Quantity | undefined, other: Quantity | undefined): boolean {
  if (!one || !other || one.unit === other.unit) return one !== undefined && other !== undefined
  const [bare, named] = one.unit === null ? [one, other] : [other, one]
  return bare.unit === null && isMoney(named.unit) && bare.value >= 1000
}
