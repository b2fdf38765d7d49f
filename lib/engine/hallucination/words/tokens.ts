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
  isWithinName,
  LETTER,
} from '../text/characters'
import { DATE as DIGIT_DATE, digitTraitsIn } from '../text/digits'
import { MONTH } from './traits'
import { CAPITAL, CONTENT, type Spelling, type Term, type Vocabulary } from './vocabulary'
import { type Capitals, WordList } from './word-list'

/** A word, number, date or link of a text. Tokens with the same meaning share a `term`, however they are written. */
export interface Token {
  kind: (typeof kinds)[number]
  term: Term
  /** Whether it is capitalized, even at the start of a sentence. */
  isCapital: boolean
  start: number
  end: number
  number: Quantity | undefined
  date: DateMention | undefined
}

/** The tokens in [`from`, `to`) of a table. */
export interface TokenRange {
  table: TokenTable
  from: number
  to: number
}

const kinds = ['word', 'number', 'date', 'link'] as const
const [WORD, NUMBER, DATE, LINK] = [0, 1, 2, 3]
const KIND = 3
/** Bit offset of the index into the quantities or dates of the table. */
const DETAIL = 4

/** Integers per row: term, start, end, and kind with its flags. */
const WIDTH = 4
const noDates: readonly DateMention[] = []

/**
 * The tokens of a text, sentence after sentence, in a table of integers, because most are only counted and looked up and creating an object
 * for each would dominate the run time. Number, scale and unit are one token, as are a number word, a date and a link; "isn't" is two.
 */
export class TokenTable {
  readonly #text: string
  readonly #codes: Uint16Array
  readonly #vocabulary: Vocabulary
  /** What stands beside the digits of the text read, as bits of `digits.ts`. */
  digits = 0
  /** Whether the text read may contain a date. */
  mayHaveDate = false
  readonly #quantities: Quantity[] = []
  readonly #dates: DateMention[] = []
  #rows: Int32Array
  /** The last number, to which a scale, unit or ones may still be added; its term is not assigned yet. */
  #open: Quantity | undefined
  /** The first token of the sentence that is read. */
  #first = 0

  size = 0
  readonly words: WordList

  constructor(text: string, vocabulary: Vocabulary, capitals?: Capitals) {
    this.words = new WordList(text, capitals)
    this.#text = text
    this.#codes = codesOf(text)
    this.#vocabulary = vocabulary
    this.#rows = new Int32Array(WIDTH * (16 + (text.length >> 2)))
  }

  /** Reads the sentence between two positions of the text. */
  read(from: number, to: number): void {
    const { size } = this
    this.#first = size
    const numbers = this.#quantities.length
    if (!this.#readPieces(from, to, noDates)) return
    this.mayHaveDate = true
    const dates = datesIn(this.#text.slice(from, to))
    if (dates.length === 0) return
    this.size = size
    this.#quantities.length = numbers
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
    let nextDate = 0
    let lastDate: DateMention | undefined
    let lastEnd = from
    for (let at = from; at < to; ) {
      const start = at
      const code = codes[at] as number
      const found = classes[code] || classAt(text, at)
      let word: Spelling | undefined
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
        digits |= digitTraitsIn(codes, start, at)
        if (isName) continue
      } else {
        at++
        continue
      }
      const before = start > 0 ? (codes[start - 1] as number) : 0
      if (words) {
        if (word) words.add(word, start, at, before)
        else if ((found & LETTER) !== 0) words.addLink(start, at)
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
        const value = word.isCapital && start > from && before === 0x20 ? undefined : word.value
        if (this.#open === undefined && value === undefined) this.#pushWord(word, start, at)
        else this.#pushNumberWord(word, value, start, at, lastEnd)
        lastEnd = at
      } else if ((found & DIGIT) !== 0) lastEnd = this.#pushNumber(start, at)
      else {
        mayHaveDate = true
        this.#push(vocabulary.term('link').id, start, at, LINK)
        lastEnd = at
      }
    }
    this.#settle()
    this.digits |= digits
    return mayHaveDate || (digits & DIGIT_DATE) !== 0
  }

  #push(term: number, start: number, end: number, shape: number): void {
    if (this.#open) this.#settle()
    const at = this.size++ * WIDTH
    if (at === this.#rows.length) {
      const rows = new Int32Array(at * 2)
      rows.set(this.#rows)
      this.#rows = rows
    }
    const rows = this.#rows
    rows[at] = term
    rows[at + 1] = start
    rows[at + 2] = end
    rows[at + 3] = shape
  }

  #pushDate(date: DateMention, from: number): void {
    const [reading] = date.readings
    const term = this.#vocabulary.term(`${reading?.year ?? ''}-${reading?.month}-${reading?.day ?? ''}`)
    const shape = DATE | ((this.#dates.push(date) - 1) << DETAIL)
    this.#push(term.id, date.start + from, date.end + from, shape)
  }

  #pushQuantity(number: Quantity, start: number, end: number, capital: number): void {
    const shape = NUMBER | capital | ((this.#quantities.push(number) - 1) << DETAIL)
    this.#push(-1, start, end, shape)
    this.#open = number
  }

  /** Assigns the term of the last number, which is now complete. */
  #settle(): void {
    const number = this.#open
    if (!number) return
    this.#open = undefined
    const last = this.size - 1
    const before = last > this.#first && number.unit !== null ? this.#wholeBefore(last) : -1
    const index = before < 0 ? -1 : (this.#rows[before * WIDTH + 3] as number) >> DETAIL
    const whole = index < 0 ? null : joined(this.#quantities[index] as Quantity, number)
    if (whole) {
      this.#rows[before * WIDTH + 2] = this.end(last)
      this.#quantities[index] = whole
      this.size = before + 1
    }
    const { value, unit } = whole ?? number
    this.#rows[(this.size - 1) * WIDTH] = this.#vocabulary.number(value, unit).id
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
    if (isCode) this.size--
    this.#pushQuantity(number, isCode ? from : start, to, 0)
    return to
  }

  #pushWord({ term, second, shape, secondShape }: Spelling, start: number, end: number): void {
    this.#push(term, start, end, shape)
    if (second >= 0) this.#push(second, start, end, secondShape)
  }

  /** Adds a word with a value, or one after a number, to which it may belong. */
  #pushNumberWord(word: Spelling, value: number | undefined, start: number, end: number, lastEnd: number): void {
    const number = this.#open
    if (number && start - lastEnd <= 1 && (joinUnit(number, word) || joinOnes(number, value, this.#text, lastEnd))) {
      this.#rows[(this.size - 1) * WIDTH + 2] = joinSign(number, this.#text, end)
    } else if (value === undefined) this.#pushWord(word, start, end)
    else this.#pushQuantity({ value, step: 1, unit: null }, start, end, word.isCapital ? CAPITAL : 0)
  }

  term(at: number): number {
    return this.#rows[at * WIDTH] as number
  }

  start(at: number): number {
    return this.#rows[at * WIDTH + 1] as number
  }

  end(at: number): number {
    return this.#rows[at * WIDTH + 2] as number
  }

  isWord(at: number): boolean {
    return ((this.#rows[at * WIDTH + 3] as number) & KIND) === WORD
  }

  isNumber(at: number): boolean {
    return ((this.#rows[at * WIDTH + 3] as number) & KIND) === NUMBER
  }

  /** Whether a token begins with a capital. */
  isCapital(at: number): boolean {
    return ((this.#rows[at * WIDTH + 3] as number) & CAPITAL) !== 0
  }

  /** Whether a token is a content word. */
  isContent(at: number): boolean {
    return ((this.#rows[at * WIDTH + 3] as number) & CONTENT) !== 0
  }

  /** Turns a word into a link, which is not a content word. */
  makeLink(at: number): void {
    this.#rows[at * WIDTH] = this.#vocabulary.term('link').id
    this.#rows[at * WIDTH + 3] = LINK
  }

  /** Returns a token with positions relative to `base`. */
  token(at: number, base: number): Token {
    const shape = this.#rows[at * WIDTH + 3] as number
    const kind = kinds[(shape & KIND) as 0 | 1 | 2 | 3]
    return {
      kind,
      term: this.#vocabulary.at(this.term(at)),
      isCapital: (shape & CAPITAL) !== 0,
      start: this.start(at) - base,
      end: this.end(at) - base,
      number: kind === 'number' ? this.#quantities[shape >> DETAIL] : undefined,
      date: kind === 'date' ? this.#dates[shape >> DETAIL] : undefined,
    }
  }

  /** Returns the tokens in [`from`, `to`), with positions relative to `base`. */
  tokens(from: number, to: number, base: number): Token[] {
    const tokens: Token[] = []
    for (let at = from; at < to; at++) tokens.push(this.token(at, base))
    return tokens
  }
}

/** Whether a token is a content word. */
export function isContent({ kind, term }: Token): boolean {
  return kind === 'word' && term.isContent
}
