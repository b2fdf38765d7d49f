import { countWords } from './english'
import { mayNameMonth } from './read-dates'
import { numberWordsIn, numberWordValue } from './read-numbers'
import { unitOf } from './units'
import { partsOf, type WordList } from './words'

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
  /** Its words of letters and digits that begin with a letter: itself, but for an underscore, apostrophe or point within. */
  parts: readonly string[]
  /** Number of its words of letters, and of common English ones among them. */
  words: number
  common: number
  hasNumberWord: boolean
  /** The last list of words that has it. */
  noted: WordList | undefined
}

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
    const { keys, ...spelling } = readSpelling(written)
    const [first = '', second] = keys
    return {
      ...spelling,
      hash,
      term: this.term(first),
      second: second === undefined ? undefined : this.term(second),
      noted: undefined,
    }
  }
}

/** What the letters of a word alone tell. */
type Spelling = Omit<Word, 'hash' | 'term' | 'second' | 'noted'> & { keys: readonly string[] }

const spellings = new Map<string, Spelling>()
const spellingsMax = 10_000
/** A longer part of a text would keep the whole text in memory. */
const keptLength = 12

/** Most words of a text were in the texts before. */
function readSpelling(written: string): Spelling {
  const known = spellings.get(written)
  if (known) return known
  const spelling = toSpelling(written)
  if (written.length > keptLength) return spelling
  if (spellings.size >= spellingsMax) spellings.clear()
  spellings.set(written, spelling)
  return spelling
}

function toSpelling(written: string): Spelling {
  const small = written.toLowerCase()
  const lower = small.includes('’') ? small.replaceAll('’', "'") : small
  return {
    written,
    lower,
    isCapital: written.charCodeAt(0) !== lower.charCodeAt(0),
    keys: wordKeys(lower),
    value: numberWordValue(lower),
    scale: scales.get(lower),
    unit: unitOf(lower.endsWith("s'") ? lower.slice(0, -1) : lower),
    mayBeMonth: mayNameMonth(written),
    parts: partsOf(written),
    ...countWords(written),
    hasNumberWord: numberWordsIn(written).length > 0,
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

const irregularVerbs = new Map(
  'became become;began begin;begun begin;bought buy;broke break;broken break;brought bring;built build;came come;caught catch;chose choose;chosen choose;drew draw;drove drive;driven drive;fell fall;fallen fall;flew fly;flown fly;gave give;given give;grew grow;grown grow;held hold;kept keep;knew know;known know;led lead;lent lend;lost lose;made make;met meet;paid pay;ran run;rose rise;risen rise;said say;sent send;shrank shrink;sold sell;spent spend;spoke speak;spoken speak;stood stand;stole steal;stolen steal;taught teach;took take;taken take;thought think;threw throw;thrown throw;told tell;went go;gone go;won win;wore wear;worn wear;wrote write;written write'
    .split(';')
    .map((pair) => pair.split(' ') as [string, string]),
)

/** Strips the endings of number and tense, so that "restarts" and "restarted" are equal. */
export function stemOf(word: string): string {
  let stem = irregularVerbs.get(word) ?? word
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`
  else if (stem.length > 3 && stem.endsWith('s') && !stem.endsWith('ss')) stem = stem.slice(0, -1)
  if (stem.length > 5 && stem.endsWith('ing')) stem = restored(stem.slice(0, -3))
  else if (stem.length > 4 && stem.endsWith('ed')) stem = restored(stem.slice(0, -2))
  return stem.length > 4 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

/** Undoes the spelling before "ed" and "ing": occurr-ed is "occur", sav-ed is "save". */
function restored(stem: string): string {
  if (/.[aeiou]([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1)
  return /^[^aeiou][aeiou][^aeiouwxy]$/.test(stem) ? `${stem}e` : stem
}

const functionWords = new Set(
  'a an the of and or but nor to in on at by for from with without into onto over under up down out off about as than then so if is are was were be been being am do doe did done have has had having will would shall should can could may might must it its he him his she her they them their we us our you your i my me this that these those there here who whom whose which what when where why how all any each both more most other some such no not never only own same too very also just s t while during after before between through because until against again further once one ha wa hi thi still now already currently longer today'.split(
    ' ',
  ),
)
