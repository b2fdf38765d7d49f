import { type EntryWord, entryKeysIn } from './entry-words'
import type { Table } from './tables'

/** What stands by itself in the sources: a line of a log or list, a turn of a conversation, a record, a field of an only record. */
export interface Entry {
  text: string
  /** Its words and values in their order. */
  words: readonly Word[]
  /** What each of them is there: the names of fields, in lower case, '@' for who says a line, '[' for what writes it, or '' for what is only said. */
  slots: ReadonlyMap<string, readonly string[]>
  /** The field that it is, of an only record. */
  field: Field | null
  /** Its place among the lines of a log or chat with times; null elsewhere. */
  time: number | null
  isTable: boolean
  /** The words of the values that tell its record from others. */
  ids: ReadonlySet<string>
  /** The values that are one word. */
  single: ReadonlySet<string>
}

export interface Field {
  title: string
  /** The keys of all its names, and of the last. */
  path: readonly string[]
  name: readonly string[]
  value: string
}

/** The slots of who says a line, and of what writes a line of a log. */
const [SPEAKER, COMPONENT] = ['@', '[']

const textMax = 200_000
const [linesMin, lineMax, averageMax] = [3, 400, 250]
/** Words of a value; what is longer is prose. */
const valueMax = 6
/** Entries up to which a word tells them apart. */
export const postingsMax = 200

const stamp = String.raw`[^\p{L}\d\n]*(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d[\d:.,]*Z?\]?`
const timed = new RegExp(`^${stamp}`, 'u')
/** Who says a line: "[09:02] priya: …", "SPEAKER_1 (Amina): …", "-- Rui Costa (Network), Mon 09:40: …". */
const label = new RegExp(
  String.raw`^(?:${stamp})?[^\p{L}\d\n{(]*(\p{L}[\p{L}\d'’_.-]*(?: \(?[\p{L}'’.-]+\)?){0,3})(?:,? (?:\p{L}{3,9}\.? )?\d{1,2}(?: \p{L}{3,9})?(?: \d{4})?(?:,? ?\d{1,2}:\d\d)?)?:\s`,
  'u',
)
/** What writes a line of a log: "12:03:50 [gateway] …", "12:03:50 gateway   …". */
const component = new RegExp(String.raw`^${stamp}(?:.{0,12}\[([\w.-]+)\]|\s*([\w.-]+) {2,})`, 'u')
const pair = /(?<![\p{L}\d_.-])([\p{L}_][\p{L}\d_.-]*)["']?\s?[=:]\s{0,2}["']?([^\s"',;/]+)/gu
const apart = /[:=|;{}<>[\]$#]|^\s*[-*•\d]|\S\s{2,}\S/
const question = /\?\s*\S{0,2}\s*$/
/** Fields by whose values records are told apart. */
const naming = /(?:^|[\s_.-])(?:id|name|number|code|ref|key|sku|title|host|email)$|(?:Id|Name|Number|Code|Key)$/i

const none: ReadonlySet<string> = new Set()
const noPlaces: readonly number[] = []
type Word = Pick<EntryWord, 'key' | 'stem'>
type Slots = Map<string, readonly string[]>

/** The entries of all sources, by the words and values they have. */
export class Entries {
  readonly all: Entry[] = []
  readonly fields: Entry[] = []
  readonly #places = new Map<string, number[]>()
  readonly #read = new Map<string, readonly Word[]>()
  readonly scores: Float64Array

  /** Reads the records of tables, and the lines outside of them where most stand by themselves. */
  constructor(prose: string, tables: readonly Table[]) {
    for (const table of tables) this.#readTable(table)
    if (prose.length <= textMax) for (const part of prose.split(/\n\s*\n/)) this.#readLines(part)
    this.scores = new Float64Array(this.all.length)
  }

  /** Returns the places of the entries that have a word or value. */
  placesOf(key: string): readonly number[] {
    return this.#places.get(key) ?? noPlaces
  }

  /** Returns the entries that have a word or value; none if there are more than {@link postingsMax}. */
  with(key: string): Entry[] {
    const places = this.placesOf(key)
    return places.length > postingsMax ? [] : places.map((place) => this.all[place] as Entry)
  }

  /** Weight of a word: the rarer in the entries, the higher. */
  weightOf(key: string): number {
    return Math.log((this.all.length + 1.5) / (this.placesOf(key).length + 0.5))
  }

  #add(entry: Entry): void {
    const place = this.all.push(entry) - 1
    if (entry.field) this.fields.push(entry)
    for (const key of entry.slots.keys()) {
      const known = this.#places.get(key)
      if (known) known.push(place)
      else this.#places.set(key, [place])
    }
  }

  /** The words of a value; those of tables recur. */
  #wordsOf(text: string): readonly Word[] {
    let words = this.#read.get(text)
    if (!words) {
      words = entryKeysIn(text)
      this.#read.set(text, words)
    }
    return words
  }

  #readTable({ records, columns }: Table): void {
    const isOnly = records.length === 1
    const isNamed = columns.map(({ title }) => naming.test(title))
    const isId =
      isOnly || isNamed.includes(true)
        ? isNamed
        : columns.map(({ isKey }, at) => isKey && columns.findIndex((one) => one.isKey) === at)
    for (const { cells } of records) {
      const slots: Slots = new Map()
      const words: Word[] = []
      const [ids, single] = [new Set<string>(), new Set<string>()]
      for (const [column, { text }] of cells) {
        const title = columns[column]?.title ?? ''
        const said = this.#wordsOf(text)
        words.push(...said)
        const [only, more] = said
        if (only && !more) single.add(only.key)
        for (const { key } of this.#wordsOf(title)) put(slots, key, '')
        for (const { key } of said) {
          put(slots, key, said.length > valueMax ? '' : title.toLowerCase())
          if (isId[column]) ids.add(key)
        }
        if (isOnly) this.#addField(title, text)
      }
      const text = [...cells]
        .map(([column, { text }]) => `${columns[column]?.title} "${text.slice(0, 60)}"`)
        .join(', ')
        .slice(0, 300)
      this.#add({ text, words, slots, field: null, time: null, isTable: true, ids, single })
    }
  }

  #addField(title: string, value: string): void {
    const slots: Slots = new Map()
    const path = this.#wordsOf(title)
    const said = this.#wordsOf(value)
    for (const { key } of path) put(slots, key, '')
    for (const { key } of said) put(slots, key, title.toLowerCase())
    const keysOf = (words: readonly Word[]) => words.map(({ key }) => key)
    const field = { title, path: keysOf(path), name: keysOf(this.#wordsOf(title.split(' ').at(-1) ?? '')), value }
    const text = `${title}: ${value}`
    this.#add({ text, words: [...path, ...said], slots, field, time: null, isTable: true, ids: none, single: none })
  }

  #readLines(part: string): void {
    const lines = part.split('\n').filter((line) => line.trim() !== '')
    // Longer ones are paragraphs.
    if (lines.length < linesMin || part.length > lines.length * averageMax) return
    if (lines.filter((line) => apart.test(line)).length * 2 < lines.length) return
    const isTimed = lines.filter((line) => timed.test(line)).length * 2 > lines.length
    const labels = lines.map((line) => (line.includes(':') ? label.exec(line.slice(0, lineMax)) : null))
    const spoken = labels.flatMap((one) => one?.[1] ?? [])
    const isSpoken = spoken.length * 2 > lines.length && new Set(spoken).size < spoken.length
    let asked: Slots | null = null
    for (const [place, line] of lines.entries()) {
      const text = line.slice(0, lineMax)
      const slots: Slots = new Map()
      const speaker = isSpoken ? labels[place] : null
      for (const { key } of entryKeysIn(speaker?.[1] ?? '')) put(slots, key, SPEAKER)
      const said = text.slice(speaker?.[0].length ?? 0)
      const paired = text.includes('|') ? text : said
      if (paired.includes('=') || paired.includes(':'))
        for (const { 1: field = '', 2: value = '' } of paired.matchAll(pair))
          for (const { key } of entryKeysIn(value)) put(slots, key, field.toLowerCase())
      const [, bracketed = '', first = ''] = (isTimed && component.exec(text)) || []
      for (const { key } of entryKeysIn(bracketed || first)) put(slots, key, COMPONENT)
      const words = entryKeysIn(said)
      for (const { key } of words) put(slots, key, '')
      // What a question asks is answered by the next turn.
      if (question.test(text)) {
        asked = slots
        continue
      }
      if (asked) for (const key of asked.keys()) if (!slots.has(key)) put(slots, key, '')
      asked = null
      const time = isTimed ? this.all.length : null
      this.#add({ text: text.trim(), words, slots, field: null, time, isTable: false, ids: none, single: none })
    }
  }
}

/** What is only said. */
const only: readonly string[] = ['']

function put(slots: Slots, key: string, slot: string): void {
  const known = slots.get(key)
  if (!known) slots.set(key, slot === '' ? only : [slot])
  else if (!known.includes(slot)) slots.set(key, [...known, slot])
}
