import { joined } from '../numbers/quantities'
import { type DateMention, datesIn } from '../numbers/read-dates'
import type { Quantity } from '../numbers/units'
import { joinOnes, joinSign, joinUnit, numberAt } from '../numbers/written-numbers'
import {
  classAt,
  classes,
  codesOf,
  DIGIT,
  endOfLink,
  endOfNumber,
  endOfRun,
  isDigit,
  isIdeograph,
  isWithinName,
  LETTER,
} from '../text/characters'
import { DATE as DIGIT_DATE, digitTraitsIn } from '../text/digits'
import { type Token, TokenColumns } from './token-columns'
import { ALL_TRAITS, MONTH } from './traits'
import type { Spelling, Vocabulary } from './vocabulary'
import { type Capitals, WordList } from './word-list'

export type { Token }

/** The tokens in [`from`, `to`) of a table. */
export interface TokenRange {
  table: TokenTable
  from: number
  to: number
}

const [space, point] = [0x20, 0x2e]
const noDates: readonly DateMention[] = []

/**
 * The tokens of a text, sentence after sentence. Number, scale and unit are one token, as are a number word, a date and a link; "isn't" is
 * two.
 */
export class TokenTable extends TokenColumns {
  readonly #text: string
  readonly #codes: Uint16Array
  readonly #vocabulary: Vocabulary
  /** What stands beside the digits of the text read, as bits of `digits.ts`. */
  digits = 0
  /** Whether the text read may contain a date. */
  mayHaveDate = false
  /** The traits of the words of the sentence read last. */
  traits = 0
  /** The last number, to which a scale, unit or ones may still be added; its term is not assigned yet. */
  #open: Quantity | undefined
  /** The first token of the sentence that is read. */
  #first = 0

  readonly words: WordList

  constructor(text: string, vocabulary: Vocabulary, capitals?: Capitals) {
    super(vocabulary, 16 + (text.length >> 2))
    this.words = new WordList(text, capitals)
    this.#text = text
    this.#codes = codesOf(text)
    this.#vocabulary = vocabulary
  }

  /** Reads the sentence between two positions of the text. */
  read(from: number, to: number): void {
    const { size } = this
    this.#first = size
    this.traits = 0
    if (!this.#readPieces(from, to, noDates)) return
    this.mayHaveDate = true
    const dates = datesIn(this.#text.slice(from, to))
    if (dates.length === 0) return
    this.cut(size)
    this.#readPieces(from, to, dates)
  }

  /** Returns whether the text read may contain a date. */
  #readPieces(from: number, to: number, dates: readonly DateMention[]): boolean {
    const text = this.#text
    const codes = this.#codes
    const vocabulary = this.#vocabulary
    const words = dates === noDates ? this.words : undefined
    let mayHaveDate = false
    let digits = 0
    let traits = 0
    let nextDate = 0
    let lastDate: DateMention | undefined
    let lastEnd = from
    for (let at = from; at < to; ) {
      const start = at
      const code = codes[at] as number
      const found = classes[code] || classAt(text, at)
      let word: Spelling | undefined
      let isVersion = false
      if ((found & LETTER) !== 0) {
        const link = endOfLink(text, at, code, to)
        if (link > at) at = link
        else {
          word = vocabulary.word(text, codes, at, to)
          at += word.length
        }
        if (!word?.isPlain) digits |= digitTraitsIn(codes, start, at)
      } else if ((found & DIGIT) !== 0) {
        const isName = isWithinName(text, at)
        at = isName ? endOfRun(text, at, DIGIT) : endOfNumber(text, at)
        // "3.9.1" is a version.
        isVersion = !isName && isPointedDigit(codes, at)
        if (isVersion) while (isPointedDigit(codes, at)) at = endOfRun(text, at + 1, DIGIT)
        digits |= digitTraitsIn(codes, start, at)
        if (isName) continue
      } else if (isIdeograph(code)) {
        word = vocabulary.word(text, codes, at, to)
        at++
      } else {
        at++
        continue
      }
      const before = start > 0 ? (codes[start - 1] as number) : 0
      if (words) {
        if (word) {
          traits |= word.traits
          words.add(word, start, at, before)
        } else if ((found & LETTER) !== 0) {
          traits = ALL_TRAITS
          words.addLink(start, at)
        }
      }
      let date = nextDate < dates.length ? dates[nextDate] : undefined
      while (date && date.end + from <= start) date = dates[++nextDate]
      if (start < lastEnd) continue
      if (date && start >= date.start + from) {
        if (lastDate === date) continue
        lastDate = date
        this.#pushDate(date, from)
        lastEnd = date.end + from
        continue
      }
      lastDate = undefined
      if (word) {
        mayHaveDate ||= (word.traits & MONTH) !== 0
        const value = word.isCapital && start > from && before === space ? undefined : word.value
        if (this.#open === undefined && value === undefined) this.#pushWord(word, start, at)
        else this.#pushNumberWord(word, value, start, at, lastEnd)
        lastEnd = at
      } else if ((found & DIGIT) !== 0 && !isVersion) lastEnd = this.#pushNumber(start, at)
      else {
        mayHaveDate ||= !isVersion
        this.#settle()
        this.addLink(start, at)
        lastEnd = at
      }
    }
    this.#settle()
    this.digits |= digits
    this.traits |= traits
    if (words) words.traits |= traits
    return mayHaveDate || (digits & DIGIT_DATE) !== 0
  }

  #pushDate(date: DateMention, from: number): void {
    const [reading] = date.readings
    const term = this.#vocabulary.term(`${reading?.year ?? ''}-${reading?.month}-${reading?.day ?? ''}`)
    this.#settle()
    this.addDate(term.id, date, date.start + from, date.end + from)
  }

  #pushQuantity(number: Quantity, start: number, end: number, isCapital: boolean): void {
    this.#settle()
    this.addNumber(number, start, end, isCapital)
    this.#open = number
  }

  /** Assigns the term of the last number, which is now complete. */
  #settle(): void {
    const number = this.#open
    if (!number) return
    this.#open = undefined
    const last = this.size - 1
    const before = last > this.#first && number.unit !== null ? this.#wholeBefore(last) : -1
    const whole = before < 0 ? null : joined(this.number(before), number)
    if (whole) {
      this.setEnd(before, this.end(last))
      this.cut(before + 1)
    }
    this.setNumber(this.size - 1, whole ?? number)
  }

  /** Returns the number of which another may be a part, "2 h" of "2 h 15 min" and of "2 h and 15 min"; -1 if there is none. */
  #wholeBefore(last: number): number {
    if (this.isNumber(last - 1)) return this.start(last) - this.end(last - 1) <= 1 ? last - 1 : -1
    const isJoined = last - 2 >= this.#first && this.isNumber(last - 2)
    return isJoined && this.#text.slice(this.end(last - 2), this.start(last)) === ' and ' ? last - 2 : -1
  }

  /** Adds a number and returns its end, with its sign. */
  #pushNumber(start: number, end: number): number {
    const { number, from, to } = numberAt(this.#text, start, end)
    // The code of a currency, already read as a word, is a part of the number.
    const isCode = from < start && this.size > this.#first && this.start(this.size - 1) === from
    if (isCode) this.cut(this.size - 1)
    this.#pushQuantity(number, isCode ? from : start, to, false)
    return to
  }

  #pushWord({ term, second, shape, secondShape }: Spelling, start: number, end: number): void {
    if (this.#open) this.#settle()
    this.addWord(term, start, end, shape)
    if (second >= 0) this.addWord(second, start, end, secondShape)
  }

  /** Adds a word with a value, or one after a number, to which it may belong. */
  #pushNumberWord(word: Spelling, value: number | undefined, start: number, end: number, lastEnd: number): void {
    const number = this.#open
    if (number && start - lastEnd <= 1 && (joinUnit(number, word) || joinOnes(number, value, this.#text, lastEnd))) {
      this.setEnd(this.size - 1, joinSign(number, this.#text, end))
    } else if (value === undefined) this.#pushWord(word, start, end)
    else this.#pushQuantity({ value, step: 1, unit: null }, start, end, word.isCapital)
  }
}

const isPointedDigit = (codes: Uint16Array, at: number) => codes[at] === point && isDigit(codes[at + 1] ?? 0)

/** Whether a token is a content word. */
export function isContent({ kind, term }: Token): boolean {
  return kind === 'word' && term.isContent
}

/** Whether one of some tokens is the same word, number or date. */
export function hasTerm(tokens: readonly Token[], { term }: Token): boolean {
  return tokens.some((token) => token.term === term)
}
