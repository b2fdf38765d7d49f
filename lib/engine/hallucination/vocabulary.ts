import { countWord, countWords, type WordCounts } from './english'
import { isMonthName, mayNameMonth } from './read-dates'
import { isNumberWord, numberWordsIn, numberWordValue } from './read-numbers'
import { wordKeys } from './stems'
import { unitOf } from './units'

/** The identity shared by equal tokens, however they are written. */
export interface Term {
  /** Index in the vocabulary, from 0. */
  id: number
  key: string
  /** False for function words. */
  isContent: boolean
}

/** The key of every number; numbers are distinguished by value and unit. */
const numberKey = '#'

const scales = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
  ['bn', 1e9],
  ['mn', 1e6],
  ['m', 1e6],
  ['k', 1e3],
])

/** A spelling of a word with its properties. */
export interface Word {
  written: string
  hash: number
  lower: string
  /** Whether it is capitalized, even at the start of a sentence. */
  isCapital: boolean
  term: Term
  /** The second term of a contraction such as "isn't". */
  second: Term | undefined
  /** Value of a number word. */
  value: number | undefined
  /** Factor by which it multiplies the number before it. */
  scale: number | undefined
  /** The unit it names. */
  unit: string | null
  mayBeMonth: boolean
  hasNumberWord: boolean
  /** Whether it is written in ASCII letters only. */
  isPlain: boolean
  counts: WordCounts
  /** The last list of words that has it. */
  noted: object | undefined
}

const plain = /^[A-Za-z]+$/

/** The terms of texts that are compared with each other. Each spelling is analysed once. */
export class Vocabulary {
  readonly #terms = new Map<string, Term>()
  readonly #numbers = new Map<string | null, Map<number, Term>>()
  readonly #byId: Term[] = []
  readonly #words: Word[] = []
  /** Open hash table of the words: their indexes, from 1. */
  #slots = new Int32Array(512)

  get size(): number {
    return this.#byId.length
  }

  at(id: number): Term {
    return this.#byId[id] as Term
  }

  /** Returns the term of a key. */
  term(key: string): Term {
    let term = this.#terms.get(key)
    if (!term) {
      term = this.#make(key)
      this.#terms.set(key, term)
    }
    return term
  }

  #make(key: string): Term {
    const term = { id: this.#byId.length, key, isContent: !functionWords.has(key) }
    this.#byId.push(term)
    return term
  }

  /** Returns the term of a value with its unit. */
  number(value: number, unit: string | null): Term {
    const ofUnit = this.#numbers.get(unit) ?? new Map<number, Term>()
    const known = ofUnit.get(value)
    if (known) return known
    const term = this.#make(numberKey)
    this.#numbers.set(unit, ofUnit.set(value, term))
    return term
  }

  /** Returns the word from `start` to `end` of a text, by the hash of its letters. */
  word(text: string, start: number, end: number, hash: number): Word {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = slotOf(hash) & mask
    for (let place = slots[slot] ?? 0; place > 0; place = slots[slot] ?? 0) {
      const word = this.#words[place - 1] as Word
      if (word.hash === hash && isWritten(word.written, text, start, end)) return word
      slot = (slot + 1) & mask
    }
    const word = this.#read(text.slice(start, end), hash)
    slots[slot] = this.#words.push(word)
    if (this.#words.length * 2 > slots.length) this.#grow()
    return word
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 4)
    for (const [at, { hash }] of this.#words.entries()) {
      let slot = slotOf(hash) & (slots.length - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = at + 1
    }
    this.#slots = slots
  }

  #read(written: string, hash: number): Word {
    const isPlain = plain.test(written)
    const small = written.toLowerCase()
    const lower = isPlain || !small.includes('’') ? small : small.replaceAll('’', "'")
    const [first = '', second] = wordKeys(lower)
    return {
      written,
      hash,
      lower,
      isCapital: written.charCodeAt(0) !== lower.charCodeAt(0),
      term: this.term(first),
      second: second === undefined ? undefined : this.term(second),
      value: numberWordValue(lower),
      scale: scales.get(lower),
      unit: unitOf(lower.endsWith("s'") ? lower.slice(0, -1) : lower),
      mayBeMonth: isPlain ? isMonthName(lower) : mayNameMonth(written),
      hasNumberWord: isPlain ? isNumberWord(lower) : numberWordsIn(written).length > 0,
      isPlain,
      counts: isPlain ? countWord(written) : countWords(written),
      noted: undefined,
    }
  }
}

function slotOf(hash: number): number {
  return hash ^ (hash >>> 15)
}

function isWritten(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false
  return true
}

const functionWords = new Set(
  'a an the of and or but nor to in on at by for from with without into onto over under up down out off about as than then so if is are was were be been being am do doe did done have has had having will would shall should can could may might must it its he him his she her they them their we us our you your i my me this that these those there here who whom whose which what when where why how all any each both more most other some such no not never only own same too very also just s t while during after before between through because until against again further once one ha wa hi thi still now already currently longer today wher thes thos becaus'.split(
    ' ',
  ),
)
