import { classAt, DIGIT, endOfRun, LETTER } from '../text/characters'
import { isFunctionWord, stemOf } from '../text/stems'
import type { Table } from './tables'

/** A word or value of a line: the key by which it is looked up, and where it is. */
export interface EntryWord {
  key: string
  /** The word without its endings of number and tense. */
  stem: string
  start: number
  end: number
  isCapital: boolean
  /** Whether digits or single letters are a part of it: "V-11", "redis-b", "41". */
  isCode: boolean
}

const code = /\d|^\p{L}[-_]|[-_]\p{L}(?:$|[-_])/u
const thousands = /^\d{1,3}(?:,\d{3})+$/
const part = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{L}+/gu
const capital = /^\p{Lu}/u

/** The parts of what was read before, since words recur; emptied when it is full. */
const known = new Map<string, readonly EntryWord[]>()
const [knownMax, lengthMax] = [1 << 14, 32]

/** Returns the words and values of a text. The names of fields and programs are read as their words: "log_level", "FailedScheduling". */
export function entryWordsIn(text: string): EntryWord[] {
  const words: EntryWord[] = []
  eachPiece(text, (start, end) => {
    for (const word of partsOf(text.slice(start, end)))
      words.push({ ...word, start: start + word.start, end: start + word.end })
  })
  return words
}

/** Returns the keys of the words and values of a text. */
function entryKeysIn(text: string): string[] {
  const keys: string[] = []
  eachPiece(text, (start, end) => {
    for (const { key } of partsOf(text.slice(start, end))) keys.push(key)
  })
  return keys
}

/** Returns the first word of each key, in their order. */
export function keyed(words: readonly EntryWord[]): ReadonlyMap<string, EntryWord> {
  const keys = new Map<string, EntryWord>()
  for (const word of words) if (!keys.has(word.key)) keys.set(word.key, word)
  return keys
}

const joints = new Set("-'’.:/,_")

/** Visits the runs of letters and digits, joined by single signs. */
function eachPiece(text: string, visit: (start: number, end: number) => void): void {
  for (let at = 0; at < text.length; ) {
    if ((classAt(text, at) & (LETTER | DIGIT)) === 0) {
      at++
      continue
    }
    const start = at
    at = endOfRun(text, at, LETTER | DIGIT)
    while (joints.has(text.charAt(at)) && (classAt(text, at + 1) & (LETTER | DIGIT)) !== 0)
      at = endOfRun(text, at + 1, LETTER | DIGIT)
    visit(start, at)
  }
}

function partsOf(written: string): readonly EntryWord[] {
  let parts = known.get(written)
  if (!parts) {
    parts = readParts(written)
    if (known.size >= knownMax) known.clear()
    if (written.length <= lengthMax) known.set(written, parts)
  }
  return parts
}

function readParts(written: string): EntryWord[] {
  const words: EntryWord[] = []
  const isCode = code.test(written)
  if (isCode) {
    const key = thousands.test(written) ? written.replaceAll(',', '') : written.toLowerCase()
    words.push({ key, stem: key, start: 0, end: written.length, isCapital: capital.test(written), isCode })
    if (!/[-_]/.test(written)) return words
  }
  for (const { 0: each, index: start } of written.replace(/['’]s$/u, '').matchAll(part)) {
    const lower = each.toLowerCase()
    if (isFunctionWord(lower) || each.length < (isCode ? 3 : 2)) continue
    const stem = stemOf(lower)
    const end = start + each.length
    words.push({ key: rootOf(stem), stem, start, end, isCapital: capital.test(each), isCode: false })
  }
  return words
}

const endings = /(?:ation|ition|ion|ment|er|or|ee|y|i|e)$/

/** Returns what verbs and the nouns made of them have in common: "supplied" and "supplier", "owns" and "owner". */
function rootOf(stem: string): string {
  const plain = stem.replace('our', 'or')
  const root = plain.length < 5 ? plain : plain.replace(endings, '')
  return root.length < 3 ? plain : root.length > 4 ? root.replace(/[iey]$/, '') : root
}

/** What stands by itself in tables and results of tools: a record, or a field of an only record. */
export interface Entry {
  /** How it reads as evidence. */
  text: () => string
  /** What each word or value is there: the names of fields, in lower case, or '' for what is only said. */
  slots: ReadonlyMap<string, readonly string[]>
  /** The field that it is, of an only record. */
  field: Field | null
  /** The words of the values that tell its record from others. */
  ids: ReadonlySet<string>
  /** The values that are one word. */
  single: ReadonlySet<string>
}

interface Field {
  title: string
  /** The keys of all its names, and of the last. */
  path: readonly string[]
  name: readonly string[]
  /** What tells it from others, states aside: the keys of its name, and of what contains it. */
  named: readonly string[]
  within: readonly string[]
  value: string
}

/** What a record has otherwise than a sentence of the output, and where. */
export interface EntryConflict {
  start: number
  end: number
  entry: Entry
}

/** Words of a value; what is longer is prose. */
const valueMax = 6
/** Entries up to which a word tells them apart. */
const postingsMax = 200
/** Words that tell of a state or of having, and name no field. */
const state =
  /^(?:is|enabl|disabl|on|off|activ|inactiv|allow|available|availabl|support|includ|exclud|contain|has|have|turn|switch|set|use|us|default|been|current|with|via|through|configur|option|feature|featur|setting)$/
/** Letters from which a word may abbreviate another. */
const abbreviationMin = 5

export function isState(key: string): boolean {
  return state.test(key)
}

/** Whether one is the other, or abbreviates it. */
export function areAkin(one: string, other: string): boolean {
  const isLong = Math.min(one.length, other.length) >= abbreviationMin
  return one === other || (isLong && (one.startsWith(other) || other.startsWith(one)))
}

/** Fields by whose values records are told apart. */
const naming = /(?:^|[\s_.-])(?:id|name|number|code|ref|key|sku|title|host|email)$|(?:Id|Name|Number|Code|Key)$/i

const none: ReadonlySet<string> = new Set()
type Slots = Map<string, readonly string[]>

/** The records of all sources together, by the words and values they have. */
export class Entries {
  readonly all: Entry[] = []
  fieldCount = 0
  /** The fields by the first letters of their name, in which words that are akin agree. */
  readonly #fields = new Map<string, Entry[]>()
  readonly #places = new Map<string, number[]>()
  readonly #keys = new Map<string, readonly string[]>()

  constructor(tables: readonly Table[]) {
    for (const table of tables) this.#readTable(table)
  }

  /** Returns the entries that have a word or value; none if there are more than {@link postingsMax}. */
  with(key: string): Entry[] {
    const places = this.#places.get(key) ?? []
    return places.length > postingsMax ? [] : places.map((place) => this.all[place] as Entry)
  }

  #add(entry: Entry): void {
    const place = this.all.push(entry) - 1
    for (const key of entry.slots.keys()) {
      const known = this.#places.get(key)
      if (known) known.push(place)
      else this.#places.set(key, [place])
    }
  }

  /** Returns the fields whose name may begin with one of the words. */
  fieldsLike(words: readonly EntryWord[]): Entry[] {
    const fields = new Set<Entry>()
    for (const { key } of words)
      for (const field of this.#fields.get(key.slice(0, abbreviationMin)) ?? []) fields.add(field)
    return [...fields]
  }

  /** The keys of a value; values of tables recur. */
  #keysOf(text: string): readonly string[] {
    let keys = this.#keys.get(text)
    if (!keys) {
      keys = entryKeysIn(text)
      this.#keys.set(text, keys)
    }
    return keys
  }

  #readTable({ records, columns }: Table): void {
    const isOnly = records.length === 1
    const isNamed = columns.map(({ title }) => naming.test(title))
    const firstKey = columns.findIndex(({ isKey }) => isKey)
    const heads = columns.map(({ title }, at) => ({
      title,
      keys: this.#keysOf(title),
      slots: [title.toLowerCase()],
      isId: isOnly || isNamed.includes(true) ? isNamed[at] : at === firstKey,
    }))
    for (const { cells } of records) {
      const slots: Slots = new Map()
      const [ids, single] = [new Set<string>(), new Set<string>()]
      for (const [column, { text }] of cells) {
        const head = heads[column]
        if (!head) continue
        const said = this.#keysOf(text)
        if (said.length === 1) single.add(said[0] as string)
        for (const key of head.keys) put(slots, key, onlySaid)
        for (const key of said) {
          put(slots, key, said.length > valueMax ? onlySaid : head.slots)
          if (head.isId) ids.add(key)
        }
        if (isOnly) this.#addField(head.title, text)
      }
      const text = () =>
        [...cells]
          .map(([column, { text }]) => `${columns[column]?.title} "${text.slice(0, 60)}"`)
          .join(', ')
          .slice(0, 300)
      this.#add({ text, slots, field: null, ids, single })
    }
  }

  #addField(title: string, value: string): void {
    const slots: Slots = new Map()
    const path = this.#keysOf(title)
    const own = [title.toLowerCase()]
    for (const key of path) put(slots, key, onlySaid)
    for (const key of this.#keysOf(value)) put(slots, key, own)
    const name = this.#keysOf(title.split(' ').at(-1) ?? '')
    const named = name.filter((key) => !isState(key))
    const within = path.filter((key) => !isState(key) && !name.includes(key))
    const entry = {
      text: () => `${title}: ${value}`,
      slots,
      field: { title, path, name, named, within, value },
      ids: none,
      single: none,
    }
    this.#add(entry)
    this.fieldCount++
    if (named[0] === undefined) return
    const start = named[0].slice(0, abbreviationMin)
    const known = this.#fields.get(start)
    if (known) known.push(entry)
    else this.#fields.set(start, [entry])
  }
}

const onlySaid: readonly string[] = ['']

function put(slots: Slots, key: string, own: readonly string[]): void {
  const known = slots.get(key)
  if (!known) slots.set(key, own)
  else if (!known.includes(own[0] as string)) slots.set(key, [...known, ...own])
}
