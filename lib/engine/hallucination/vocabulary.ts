import { numberWordValue } from './read-numbers'

/** What equal tokens share, however they are written. */
export interface Term {
  /** Its place in the vocabulary, from 0. */
  id: number
  key: string
  /** False for words of grammar. */
  isContent: boolean
}

/** One way to write a word, read. */
interface Word {
  lower: string
  /** Written with a capital; no matter whether it begins a sentence. */
  isCapital: boolean
  /** Two for "isn't", else one. */
  terms: readonly Term[]
  /** Value of a number word. */
  value: number | undefined
}

/** The terms of the texts that are compared with each other. Each way to write a word is read once. */
export class Vocabulary {
  readonly #terms = new Map<string, Term>()
  readonly #words = new Map<string, Word>()

  get size(): number {
    return this.#terms.size
  }

  /** The term of a key. */
  term(key: string): Term {
    let term = this.#terms.get(key)
    if (!term) {
      term = { id: this.#terms.size, key, isContent: !functionWords.has(key) }
      this.#terms.set(key, term)
    }
    return term
  }

  /** The reading of a word as it is written. */
  word(written: string): Word {
    let word = this.#words.get(written)
    if (!word) {
      const lower = written.toLowerCase().replaceAll('’', "'")
      word = {
        lower,
        isCapital: written.charCodeAt(0) !== lower.charCodeAt(0),
        terms: wordKeys(lower).map((key) => this.term(key)),
        value: numberWordValue(lower),
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
