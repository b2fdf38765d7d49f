import { classOf, isDigitAt, LETTER } from './characters'
import { Pieces } from './pieces'
import { decimalsIn, plainValue } from './plain-numbers'
import { type DateMention, datesIn, mayHaveDigitDate } from './read-dates'
import { unitOf } from './units'
import type { Term, Vocabulary, Word } from './vocabulary'
import { WordList } from './words'

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

interface Quantity {
  value: number
  step: number
  unit: string | null
}

const kinds = ['word', 'number', 'date', 'link'] as const
const [WORD, NUMBER, DATE, LINK] = [0, 1, 2, 3]
const KIND = 3
const CAPITAL = 4
/** Flag of a content word. */
const CONTENT = 8
/** Bit offset of the index into the quantities or dates of the table. */
const DETAIL = 4

/** Integers per row: term, start, end, and kind with its flags. */
const WIDTH = 4
const noDates: readonly DateMention[] = []
const percentSigns = [' %', ' per cent']

/**
 * The tokens of a text, sentence after sentence, in a table of integers, because most are only counted and looked up and creating an object
 * for each would dominate the run time. Number, scale and unit are one token, as are a number word, a date and a link; "isn't" is two.
 */
export class TokenTable {
  readonly #text: string
  readonly #vocabulary: Vocabulary
  readonly #pieces: Pieces
  readonly #mayHaveDigitDate: boolean
  /** Whether the text read may contain a date. */
  mayHaveDate: boolean
  readonly #quantities: Quantity[] = []
  readonly #dates: DateMention[] = []
  #rows: Int32Array
  /** The last number, to which a scale, unit or ones may still be added; its term is not assigned yet. */
  #open: Quantity | undefined

  size = 0
  readonly words: WordList

  constructor(text: string, vocabulary: Vocabulary) {
    this.words = new WordList(text)
    this.#text = text
    this.#vocabulary = vocabulary
    this.#pieces = new Pieces(text)
    this.#mayHaveDigitDate = mayHaveDigitDate(text)
    this.mayHaveDate = this.#mayHaveDigitDate
    this.#rows = new Int32Array(WIDTH * (16 + (text.length >> 2)))
  }

  /** Reads the sentence between two positions of the text. */
  read(from: number, to: number): void {
    const { size } = this
    const numbers = this.#quantities.length
    const mayHaveDate = this.#readPieces(from, to, noDates)
    this.mayHaveDate ||= mayHaveDate
    if (!mayHaveDate && !this.#mayHaveDigitDate) return
    const sentence = this.#text.slice(from, to)
    if (!mayHaveDate && !mayHaveDigitDate(sentence)) return
    const dates = datesIn(sentence)
    if (dates.length === 0) return
    this.size = size
    this.#quantities.length = numbers
    this.#readPieces(from, to, dates)
  }

  /** Returns whether the text read may contain a date. */
  #readPieces(from: number, to: number, dates: readonly DateMention[]): boolean {
    const pieces = this.#pieces.within(from, to)
    let mayHaveDate = false
    let nextDate = 0
    let lastDate: DateMention | undefined
    let lastEnd = from
    while (pieces.next()) {
      const { start, end, kind } = pieces
      const word = kind === 'word' ? this.#vocabulary.word(this.#text, start, end, pieces.hash) : undefined
      if (dates === noDates) {
        if (word) this.words.add(word, start, end)
        else if (kind === 'link') this.words.addLink(start, end)
      }
      let date = dates[nextDate]
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
        mayHaveDate ||= word.mayBeMonth
        this.#pushWord(word, start, end, lastEnd, from)
        lastEnd = end
      } else if (kind === 'number') lastEnd = this.#pushNumber(start, end)
      else {
        mayHaveDate = true
        this.#push(this.#vocabulary.term('link').id, start, end, LINK)
        lastEnd = end
      }
    }
    this.#settle()
    return mayHaveDate
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
    this.#rows[(this.size - 1) * WIDTH] = this.#vocabulary.number(number.value, number.unit).id
    this.#open = undefined
  }

  /** Adds a number and returns its end, percent sign included. */
  #pushNumber(start: number, end: number): number {
    const text = this.#text
    const value = plainValue(text, start, end)
    const decimals = decimalsIn(text, start, end)
    const percent = percentSignAt(text, end)
    const minutes = minutesAt(text, end)
    if (minutes !== null && value < 24) {
      this.#pushQuantity({ value: value * 60 + minutes, step: 1, unit: 'clock' }, start, end + 3, 0)
      return end + 3
    }
    const before = start > 0 ? text.charAt(start - 1) : ' '
    const unit = percent > 0 ? '%' : before === ' ' ? null : unitOf(before)
    this.#pushQuantity({ value, step: decimals > 0 ? 1 / 10 ** decimals : 1, unit }, start, end + percent, 0)
    return end + percent
  }

  /** Adds a word, or joins it to the preceding number. */
  #pushWord(word: Word, start: number, end: number, lastEnd: number, from: number): void {
    const capital = word.isCapital ? CAPITAL : 0
    const isName = word.isCapital && start > from && this.#text.charCodeAt(start - 1) === 0x20
    const value = isName ? undefined : word.value
    const number = this.#open
    if (number && start - lastEnd <= 1 && (joinUnit(number, word) || joinOnes(number, value, this.#text, lastEnd))) {
      this.#rows[(this.size - 1) * WIDTH + 2] = end
      return
    }
    if (value !== undefined) {
      this.#pushQuantity({ value, step: 1, unit: null }, start, end, capital)
      return
    }
    const { term, second } = word
    this.#push(term.id, start, end, WORD | capital | (term.isContent ? CONTENT : 0))
    if (second) this.#push(second.id, start, end, WORD | capital | (second.isContent ? CONTENT : 0))
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
    return Array.from({ length: to - from }, (_, at) => this.token(from + at, base))
  }
}

/** Returns the minutes of a time of day behind its hour, or null. */
function minutesAt(text: string, at: number): number | null {
  if (text.charCodeAt(at) !== 0x3a) return null
  const [tens, ones] = [text.charCodeAt(at + 1) - 0x30, text.charCodeAt(at + 2) - 0x30]
  const isTwo = tens >= 0 && tens < 6 && ones >= 0 && ones < 10 && !isDigitAt(text, at + 3)
  return isTwo ? tens * 10 + ones : null
}

/** Returns the length of a percent sign or words at a position; 0 if there are none. */
function percentSignAt(text: string, at: number): number {
  const next = text.charCodeAt(at)
  if (next === 0x25) return 1
  return next === 0x20 ? (percentSigns.find((sign) => text.startsWith(sign, at))?.length ?? 0) : 0
}

/** Adds the word to the number if it is a scale or a unit, and returns whether it did. */
function joinUnit(number: Quantity, { lower, scale, unit: named }: Word): boolean {
  if (scale && number.value < 1000 && (lower !== 'm' || number.unit !== null)) {
    number.value *= scale
    number.step *= scale
    return true
  }
  const unit = lower === 'm' ? 'm' : named
  if (!unit || number.unit) return false
  number.unit = unit
  return true
}

/** Adds the ones of a number in words, "twenty five", and returns whether it did. */
function joinOnes(number: Quantity, ones: number | undefined, text: string, end: number): boolean {
  if (ones === undefined || ones >= 10 || number.value < 20 || number.value >= 100) return false
  if ((classOf(text.charCodeAt(end - 1)) & LETTER) === 0) return false
  number.value += ones
  return true
}

/** Whether a token is a content word. */
export function isContent({ kind, term }: Token): boolean {
  return kind === 'word' && term.isContent
}
