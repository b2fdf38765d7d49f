import { mayNameMonth } from './read-dates'
import { numberWordValue } from './read-numbers'
import { SliceCache } from './slice-cache'
import { unitOf } from './units'

/** What equal tokens share, however they are written. */
export interface Term {
  /** Its place in the vocabulary, from 0. */
  id: number
  key: string
  /** False for words of grammar. */
  isContent: boolean
}

/** The key of every number: they are told apart by value and unit. */
const numberKey = '#'

/** One way to write a word, read. */
export interface Word {
  lower: string
  /** Written with a capital; no matter whether it begins a sentence. */
  isCapital: boolean
  /** Two for "isn't", else one. */
  terms: readonly Term[]
  /** Value of a number word. */
  value: number | undefined
  /** The unit it names. */
  unit: string | null
  mayBeMonth: boolean
}

/** The terms of the texts that are compared with each other. Each way to write a word is read once. */
export class Vocabulary {
  readonly #terms = new Map<string, Term>()
  readonly #words = new Map<string, Word>()
  readonly #latest = new SliceCache<Word>()
  readonly #numbers = new Map<string | null, Map<number, Term>>()

  size = 0

  /** The term of a key. */
  term(key: string): Term {
    let term = this.#terms.get(key)
    if (!term) {
      term = this.#make(key)
      this.#terms.set(key, term)
    }
    return term
  }

  #make(key: string): Term {
    return { id: this.size++, key, isContent: !functionWords.has(key) }
  }

  /** The term of a value and its unit. */
  number(value: number, unit: string | null): Term {
    const ofUnit = this.#numbers.get(unit) ?? new Map<number, Term>()
    const known = ofUnit.get(value)
    if (known) return known
    const term = this.#make(numberKey)
    this.#numbers.set(unit, ofUnit.set(value, term))
    return term
  }

  /** The reading of the word that stands from `start` to `end` of a text. */
  word(text: string, start: number, end: number): Word {
    const latest = this.#latest.at(text, start, end)
    if (latest) return latest
    const written = text.slice(start, end)
    const word = this.#read(written)
    this.#latest.keep(written, word)
    return word
  }

  #read(written: string): Word {
    let word = this.#words.get(written)
    if (!word) {
      const lower = written.toLowerCase().replaceAll('’', "'")
      word = {
        lower,
        isCapital: written.charCodeAt(0) !== lower.charCodeAt(0),
        terms: wordKeys(lower).map((key) => this.term(key)),
        value: numberWordValue(lower),
        unit: unitOf(lower),
        mayBeMonth: mayNameMonth(written),
      }
      this.#words.set(written, word)
    }
    return word
  }
}

const irregular = new Map([
  ["can't", ['can', 'not']],
  ['cannot', ['can', 'not']],
  ["won't", ['will', 'not']],
  ["shan't", ['shall', 'not']],
])

function wordKeys(word: string): readonly string[] {
  const known = irregular.get(word)
  if (known) return known
  if (!word.includes("'")) return [stemOf(word.includes('.') ? word.replaceAll('.', '') : word)]
  if (word.endsWith("n't")) return [word.slice(0, -3), 'not']
  const apostrophe = word.indexOf("'")
  const bare = apostrophe > 0 && word.endsWith("'s") ? word.slice(0, -2) : word
  return [stemOf(bare.includes('.') ? bare.replaceAll('.', '') : bare)]
}

/** A word without the ending of number and tense, so that "restarts" and "restarted" are the same. */
function stemOf(word: string): string {
  let stem = word
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`
  else if (stem.length > 3 && stem.endsWith('s') && !stem.endsWith('ss')) stem = stem.slice(0, -1)
  if (stem.length > 5 && stem.endsWith('ing')) stem = stem.slice(0, -3)
  else if (stem.length > 4 && stem.endsWith('ed')) stem = stem.slice(0, -2)
  return stem.length > 4 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

const functionWords = new Set(
  'a an the of and or but nor to in on at by for from with without into onto over under up down out off about as than then so if is are was were be been being am do doe did done have has had having will would shall should can could may might must it its he him his she her they them their we us our you your i my me this that these those there here who whom whose which what when where why how all any each both more most other some such no not never only own same too very also just s t while during after before between through because until against again further once one ha wa hi thi'.split(
    ' ',
  ),
)
