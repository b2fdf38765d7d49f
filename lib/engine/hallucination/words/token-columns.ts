import type { DateMention } from '../numbers/read-dates'
import type { Quantity } from '../numbers/units'
import { CAPITAL, CONTENT, type Term, type Vocabulary } from './vocabulary'

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

const kinds = ['word', 'number', 'date', 'link'] as const
const [WORD, NUMBER, DATE, LINK] = [0, 1, 2, 3]
const KIND = 3
/** Bit offset of the index into the quantities or dates. */
const DETAIL = 4

/**
 * Tokens in columns of integers, because most are only counted and looked up: to create an object for each would dominate the run time, and
 * terms side by side are read faster than rows.
 */
export class TokenColumns {
  readonly #vocabulary: Vocabulary
  #terms: Int32Array
  #starts: Int32Array
  #ends: Int32Array
  /** The kind with its flags and the index of its quantity or date. */
  #shapes: Int32Array
  readonly #quantities: Quantity[] = []
  readonly #dates: DateMention[] = []

  size = 0

  constructor(vocabulary: Vocabulary, room: number) {
    this.#vocabulary = vocabulary
    const columns = new Int32Array(4 * room)
    this.#terms = columns.subarray(0, room)
    this.#starts = columns.subarray(room, 2 * room)
    this.#ends = columns.subarray(2 * room, 3 * room)
    this.#shapes = columns.subarray(3 * room)
  }

  /** Adds a word with its flags. */
  addWord(term: number, start: number, end: number, shape: number): void {
    if (this.size === this.#terms.length) this.#grow()
    const at = this.size++
    this.#terms[at] = term
    this.#starts[at] = start
    this.#ends[at] = end
    this.#shapes[at] = shape
  }

  /** Adds a number, whose term is set by {@link setNumber} when it is complete. */
  addNumber(number: Quantity, start: number, end: number, isCapital: boolean): void {
    const detail = this.#quantities.push(number) - 1
    this.addWord(-1, start, end, NUMBER | (isCapital ? CAPITAL : 0) | (detail << DETAIL))
  }

  addDate(term: number, date: DateMention, start: number, end: number): void {
    this.addWord(term, start, end, DATE | ((this.#dates.push(date) - 1) << DETAIL))
  }

  addLink(start: number, end: number): void {
    this.addWord(this.#vocabulary.term('link').id, start, end, LINK)
  }

  /** Turns a word into a link, which is not a content word. */
  makeLink(at: number): void {
    this.#terms[at] = this.#vocabulary.term('link').id
    this.#shapes[at] = LINK
  }

  /** Sets the value and the term of a number. */
  setNumber(at: number, number: Quantity): void {
    this.#quantities[(this.#shapes[at] as number) >> DETAIL] = number
    this.#terms[at] = this.#vocabulary.number(number.value, number.unit).id
  }

  setEnd(at: number, end: number): void {
    this.#ends[at] = end
  }

  /** Forgets all but the first tokens. */
  cut(size: number): void {
    this.size = size
  }

  #grow(): void {
    this.#terms = doubled(this.#terms)
    this.#starts = doubled(this.#starts)
    this.#ends = doubled(this.#ends)
    this.#shapes = doubled(this.#shapes)
  }

  term(at: number): number {
    return this.#terms[at] as number
  }

  start(at: number): number {
    return this.#starts[at] as number
  }

  end(at: number): number {
    return this.#ends[at] as number
  }

  isWord(at: number): boolean {
    return ((this.#shapes[at] as number) & KIND) === WORD
  }

  isNumber(at: number): boolean {
    return ((this.#shapes[at] as number) & KIND) === NUMBER
  }

  /** The value of a number. */
  number(at: number): Quantity {
    return this.#quantities[(this.#shapes[at] as number) >> DETAIL] as Quantity
  }

  /** Whether a token begins with a capital. */
  isCapital(at: number): boolean {
    return ((this.#shapes[at] as number) & CAPITAL) !== 0
  }

  /** Whether a token is a content word. */
  isContent(at: number): boolean {
    return ((this.#shapes[at] as number) & CONTENT) !== 0
  }

  /** Returns a token with positions relative to `base`. */
  token(at: number, base: number): Token {
    const shape = this.#shapes[at] as number
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

function doubled(column: Int32Array): Int32Array {
  const wider = new Int32Array(column.length * 2)
  wider.set(column)
  return wider
}
