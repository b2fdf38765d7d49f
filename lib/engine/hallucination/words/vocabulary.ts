import { otherScales, signScales } from '../numbers/foreign-words'
import { isMonthName, mayNameMonth } from '../numbers/read-dates'
import { isNumberWord, numberWordsIn, numberWordValue } from '../numbers/read-numbers'
import { unitOf } from '../numbers/units'
import { BEFORE_IDEOGRAPHS, classes, endOfWord, WORD } from '../text/characters'
import { countWord, countWords, type WordCounts } from '../text/english'
import { isFunctionWord, mayDeny, wordKeys } from '../text/stems'
import { MONTH, NUMBER_WORD, traitsOf } from './traits'

/** Flag of a token that begins with a capital. */
export const CAPITAL = 4
/** Flag of a content word. */
export const CONTENT = 8

/** How a word may be part of a name: not at all; as "Leeds"; as "USA" or "iPhone"; with signs or letters that only a pattern can tell. */
export const [NO_NAME, PROPER, CAPITALS, ODD] = [0, 1, 2, 3]

function nameKindOf(written: string, lower: string, isPlain: boolean): number {
  if (isPlain ? written === lower : !/\p{Lu}/u.test(written)) return NO_NAME
  if (!isPlain) return ODD
  return /^[A-Z][a-z]+$/.test(written) ? PROPER : CAPITALS
}

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
  ...otherScales,
  ...signScales,
])

/** A word as written, with what follows from its letters alone. */
export interface Spelling {
  written: string
  hash: number
  length: number
  /** Where its codes begin among {@link letters}. */
  place: number
  lower: string
  /** Whether it is capitalized, even at the start of a sentence. */
  isCapital: boolean
  /** The key of its term, and of the second one of a contraction such as "isn't". */
  keys: readonly string[]
  /** The flags of its tokens: {@link CAPITAL}, {@link CONTENT}. */
  shape: number
  secondShape: number
  /** Value of a number word. */
  value: number | undefined
  /** Factor by which it multiplies the number before it. */
  scale: number | undefined
  /** The unit it names. */
  unit: string | null
  traits: number
  /** How it may be part of a name. */
  nameKind: number
  /** Whether it is written in ASCII letters only. */
  isPlain: boolean
  counts: WordCounts
  /** The vocabulary that looked it up last, by its number, and the terms it has there. */
  vocabulary: number
  term: number
  second: number
  /** The last list of words that has it, by its number. */
  list: number
}

const space = 0x20
const spellingsMax = 1 << 14
/** Longer ones are read each time. */
const lengthMax = 32

/** The spellings of all texts: an open hash table, emptied when it is half full. Words recur, and to analyse one takes long. */
let slots: (Spelling | undefined)[] = emptySlots()
let size = 0
/** The codes of their letters, word after word: an array is compared several times faster than a string. */
const letters = new Uint16Array(spellingsMax * lengthMax)
let lettersEnd = 0

function emptySlots(): (Spelling | undefined)[] {
  return new Array(spellingsMax * 2).fill(undefined)
}

/** Returns the word that begins at `start` of a text with these codes, where `to` bounds it. */
export function spellingAt(text: string, codes: Uint16Array, start: number, to: number): Spelling {
  let hash = 0
  let end = start
  for (; end < to; end++) {
    const code = codes[end] as number
    if (((classes[code] as number) & WORD) === 0) break
    hash = (Math.imul(hash, 31) + code) | 0
  }
  // Most words are followed by a space, where they end.
  const whole = end < codes.length && codes[end] === space ? end : endOfWord(text, start, end)
  // A sign that is a word by itself.
  if (whole === start) hash = codes[end++] as number
  for (; end < whole; end++) hash = (Math.imul(hash, 31) + (codes[end] as number)) | 0
  const mask = spellingsMax * 2 - 1
  let slot = (hash ^ (hash >>> 15)) & mask
  for (let known = slots[slot]; known; known = slots[slot]) {
    if (known.hash === hash && isWritten(known, codes, start, end)) return known
    slot = (slot + 1) & mask
  }
  if (end - start > lengthMax) return analyse(text.slice(start, end), hash)
  const spelling = analyse(copyOf(text, start, end), hash)
  if (++size > spellingsMax) {
    slots = emptySlots()
    size = 1
    lettersEnd = 0
    slot = (hash ^ (hash >>> 15)) & mask
  }
  slots[slot] = spelling
  spelling.place = lettersEnd
  for (let at = start; at < end; at++) letters[lettersEnd++] = codes[at] as number
  return spelling
}

function isWritten({ place, length }: Spelling, codes: Uint16Array, start: number, end: number): boolean {
  if (length !== end - start) return false
  for (let at = 0; at < length; at++) if (letters[place + at] !== codes[start + at]) return false
  return true
}

/** Length from which a slice of a text keeps the whole text in memory. */
const sliceMin = 13

/** Returns a part of a text that does not keep the whole text in memory. */
function copyOf(text: string, start: number, end: number): string {
  if (end - start < sliceMin) return text.slice(start, end)
  const codes: number[] = []
  for (let at = start; at < end; at++) codes.push(text.charCodeAt(at))
  return String.fromCharCode(...codes)
}

const plain = /^[A-Za-z]+$/

function analyse(written: string, hash: number): Spelling {
  const isPlain = plain.test(written)
  const small = written.toLowerCase()
  const lower = isPlain || !small.includes('’') ? small : small.replaceAll('’', "'")
  const keys = wordKeys(lower)
  const isCapital = written.charCodeAt(0) !== lower.charCodeAt(0)
  // The points of an abbreviation are no letters, and a long s equals the short one where case does not count.
  let found = traitsOf(isPlain ? lower : lower.replaceAll('.', '').replaceAll('ſ', 's'))
  if (isPlain ? isMonthName(lower) : mayNameMonth(written) || /^[月월]/.test(written)) found |= MONTH
  if (isPlain ? isNumberWord(lower) : numberWordsIn(written).length > 0) found |= NUMBER_WORD
  // What is read of every word stands first, to be in the same cache line.
  return {
    written,
    hash,
    length: written.length,
    place: 0,
    vocabulary: 0,
    term: -1,
    second: -1,
    shape: shapeOf(keys[0], isCapital),
    secondShape: shapeOf(keys[1], isCapital),
    traits: found,
    nameKind: nameKindOf(written, lower, isPlain),
    list: 0,
    isPlain,
    isCapital,
    value: numberWordValue(lower),
    counts: isPlain ? countWord(written) : countWords(written),
    lower,
    keys,
    scale: scales.get(lower),
    unit:
      lower.length === 1 && lower < BEFORE_IDEOGRAPHS
        ? null
        : unitOf(lower.endsWith("s'") ? lower.slice(0, -1) : lower),
  }
}

function shapeOf(key: string | undefined, isCapital: boolean): number {
  return (isCapital ? CAPITAL : 0) | (key === undefined || isFunctionWord(key) ? 0 : CONTENT)
}

/** The identity shared by equal tokens, however they are written. */
export interface Term {
  /** Index in the vocabulary, from 0. */
  id: number
  key: string
  /** False for function words. */
  isContent: boolean
  /** Whether it may deny a statement. */
  mayDeny: boolean
}

const numberKey = '#'

/** The term of a number, and those of the same value with other units. */
interface NumberTerm {
  term: Term
  unit: string | null
  next: NumberTerm | undefined
}

let vocabularies = 0

/** The terms of texts that are compared with each other. */
export class Vocabulary {
  readonly #number = ++vocabularies
  readonly #terms = new Map<string, Term>()
  readonly #numbers = new Map<number, NumberTerm>()
  readonly #byId: Term[] = []

  get size(): number {
    return this.#byId.length
  }

  at(id: number): Term {
    return this.#byId[id] as Term
  }

  /** Returns the term of a key. */
  term(key: string): Term {
    return this.#terms.get(key) ?? this.#add(key, !isFunctionWord(key))
  }

  #add(key: string, isContent: boolean): Term {
    const term = this.#make(key, isContent, mayDeny(key))
    this.#terms.set(key, term)
    return term
  }

  #make(key: string, isContent: boolean, mayDeny: boolean): Term {
    const term = { id: this.#byId.length, key, isContent, mayDeny }
    this.#byId.push(term)
    return term
  }

  /** Returns the term of a value with its unit. */
  number(value: number, unit: string | null): Term {
    const known = this.#numbers.get(value)
    for (let one = known; one; one = one.next) if (one.unit === unit) return one.term
    const term = this.#make(numberKey, true, false)
    this.#numbers.set(value, { term, unit, next: known })
    return term
  }

  /** Returns the word that begins at `start` of a text with these codes, where `to` bounds it, with its terms in this vocabulary. */
  word(text: string, codes: Uint16Array, start: number, to: number): Spelling {
    const spelling = spellingAt(text, codes, start, to)
    if (spelling.vocabulary !== this.#number) {
      const [first = '', second] = spelling.keys
      spelling.vocabulary = this.#number
      const term = this.#terms.get(first) ?? this.#add(first, (spelling.shape & CONTENT) !== 0)
      spelling.term = term.id
      spelling.second = second === undefined ? -1 : this.term(second).id
    }
    return spelling
  }
}
