import { lazily } from '../../lazily'
import type { Material } from '../material'
import { mayHaveMinus } from '../numbers/signs'
import { candidatesOf } from '../sources/alignment'
import type { IsUnsupported } from '../sources/derived-values'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import type { SourceReading } from '../sources/source-reading'
import { oppositesOf } from '../words/opposites'
import { isMultiple } from '../words/quantifiers'
import { EXTREME } from '../words/traits'
import { haveExceptions } from './exceptions'
import { coverageMin } from './same-subject'

/** Content words of a long sentence. */
const longMin = 6
/** Source sentences that are aligned with one of the output, and in which a value may be another's. */
const [alignedMax, wideMax] = [3, 5]

/** What the sentences of an output share. */
interface ClaimText {
  reading: SourceReading
  index: SourceIndex
  isUnsupported: IsUnsupported
  /** Whether some number is in the sources with other units only. */
  hasOtherUnit: boolean
  isEnglish: boolean
  mayHaveException: boolean
  /** Whether a value of the output or the sources is below zero. */
  hasMinus: () => boolean
}

export function toClaimText(
  { prose, reading, isEnglish }: Material,
  isUnsupported: IsUnsupported,
  hasOtherUnit: boolean,
): ClaimText {
  return {
    reading,
    index: reading.index(),
    isUnsupported,
    hasOtherUnit,
    // A short sentence may be taken for English.
    isEnglish: isEnglish && reading.isEnglish(),
    mayHaveException: haveExceptions(reading),
    hasMinus: lazily(() => mayHaveMinus(prose) || (reading.values()[0] ?? 0) < 0),
  }
}

/** A sentence of the output, with what several readers ask about it. */
export class Claim {
  readonly sentence: ReadSentence
  /** The sentence before it. */
  readonly before: ReadSentence | undefined
  readonly text: ClaimText
  readonly hasValue: boolean
  /** Content words that the sources lack. */
  readonly missing: number
  /** Whether the sources have nearly all content words, or their opposites. */
  readonly isKnown: boolean
  /** Whether the sources hardly know what it is about. */
  readonly isStrange: boolean
  readonly #isLong: boolean
  #isQuoted: boolean | undefined

  constructor(sentence: ReadSentence, before: ReadSentence | undefined, text: ClaimText) {
    const { content, unknown, missing } = wordsOf(sentence, text.reading)
    this.sentence = sentence
    this.before = before
    this.text = text
    this.hasValue = /\d/.test(sentence.text)
    this.missing = missing
    this.isKnown = (content - unknown) / content >= coverageMin
    this.isStrange = unknown > 1 && !this.isKnown
    this.#isLong = content >= longMin
  }

  /** Whether what the sources have of it stands there as in the sentence. */
  isQuoted(): boolean {
    this.#isQuoted ??= !this.isKnown && !this.isStrange && isQuoting(this.sentence, this.text.index, this.#isLong)
    return this.#isQuoted
  }

  /** The places of the source sentences that share most with it, best first. */
  readonly places = lazily((): readonly number[] => candidatesOf(this.sentence, this.text.index, wideMax))

  /** Whether one of the closest sentences has it word for word. */
  isCopied(): boolean {
    if (this.hasValue && this.text.hasMinus()) return false
    return this.places().some((place, rank) => rank < alignedMax && this.text.index.hasInARow(place, this.sentence))
  }

  /** The closest sentences, without those that do not tell of the most where it does: that is not told by how much another has. */
  readonly wide = lazily((): readonly SourceSentence[] => {
    const isExtreme = (this.sentence.traits & EXTREME) !== 0
    const extreme = isExtreme ? this.sentence.tokens().filter(({ term }) => greatest.test(term.key)) : []
    return this.places()
      .map((place) => this.text.index.sentence(place))
      .filter((source) => extreme.every(({ term }) => source.terms().has(term)))
  })

  /** The very closest. */
  readonly closest = lazily(() => this.wide().slice(0, alignedMax))
}

const greatest = /^(?:most|least|fewest)$/

/**
 * Counts the content words: all, those that the sources lack, and of these those without an opposite, which the sources may have in their place.
 */
function wordsOf({ table, from, to }: ReadSentence, { index, vocabulary }: SourceReading) {
  const { has } = index()
  let [content, missing, unknown] = [0, 0, 0]
  for (let at = from; at < to; at++) {
    if (!table.isContent(at)) continue
    const term = table.term(at)
    const { key } = vocabulary.at(term)
    // "There" names nothing, but as a function word it would no longer tell a sentence from one of the sources.
    if (key === 'ther') continue
    content++
    if (has(term)) continue
    missing++
    if (!oppositesOf(key) && !isMultiple(key)) unknown++
  }
  return { content, missing, unknown }
}

/** Whether each word that the sources have stands as there between two others, or beside a value, which has its own check. */
function isQuoting({ table, from, to }: ReadSentence, index: SourceIndex, mayHaveValue: boolean): boolean {
  const isIn = (last: number) =>
    (mayHaveValue && !(table.isWord(last - 2) && table.isWord(last - 1) && table.isWord(last))) ||
    index.hasTrigram(table.term(last - 2), table.term(last - 1), table.term(last))
  let covered = from
  for (let at = from; at < to; at++) {
    if (at < covered || !table.isContent(at) || !index.has(table.term(at))) continue
    // The last of the three words that cover this one. The farther it is, the fewer words have to be looked up after it.
    let last = Math.min(at + 2, to - 1)
    const first = Math.max(at, from + 2)
    while (last >= first && !isIn(last)) last--
    if (last < first) return false
    covered = last + 1
  }
  return true
}
