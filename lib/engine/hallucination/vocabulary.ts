import { type Spelling, spellingAt } from './spelling'
import { isFunctionWord } from './stems'

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
    let term = this.#terms.get(key)
    if (!term) {
      term = this.#make(key, !isFunctionWord(key))
      this.#terms.set(key, term)
    }
    return term
  }

  #make(key: string, isContent: boolean): Term {
    const term = { id: this.#byId.length, key, isContent }
    this.#byId.push(term)
    return term
  }

  /** Returns the term of a value with its unit. */
  number(value: number, unit: string | null): Term {
    const known = this.#numbers.get(value)
    for (let one = known; one; one = one.next) if (one.unit === unit) return one.term
    const term = this.#make(numberKey, true)
    this.#numbers.set(value, { term, unit, next: known })
    return term
  }

  /** Returns the word that begins at `start` of a text with these codes, where `to` bounds it, with its terms in this vocabulary. */
  word(text: string, codes: Uint16Array, start: number, to: number): Spelling {
    const spelling = spellingAt(text, codes, start, to)
    if (spelling.vocabulary !== this.#number) {
      const [first = '', second] = spelling.keys
      spelling.vocabulary = this.#number
      spelling.term = this.term(first).id
      spelling.second = second === undefined ? -1 : this.term(second).id
    }
    return spelling
  }
}
