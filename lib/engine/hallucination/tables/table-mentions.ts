import { isEquivalent } from '../sources/alignment'
import { stemOf } from '../text/stems'
import { areOpposite } from '../words/opposites'
import { isContent, type Token } from '../words/tokens'
import type { Vocabulary } from '../words/vocabulary'
import type { Cell, Column, Table, TableRecord } from './tables'

/** Words of the longest value that is looked for in a sentence. */
const phraseMax = 6

/** Records of a table that may be named by the last word alone. */
const namedMax = 200

/** A value of a record where an output has it: its tokens in [`from`, `to`). */
export interface Mention {
  from: number
  to: number
  record: TableRecord
  column: number
}

interface Phrase {
  keys: readonly string[]
  /** How it is written, where signs and digits tell it from others: "web-1". */
  written: string | null
  record: TableRecord
  column: number
}

/** The values of tables that consist of words, by their first word. */
export class CellIndex {
  readonly #phrases = new Map<string, Phrase[]>()
  /** Ids of the words that values begin with, and of those that fields of single records are called. */
  readonly #terms = new Set<number>()
  /** The tables that have each number or date as a value, and a field of each name. */
  readonly #measures = new Map<string, Set<Table>>()
  readonly #fields = new Map<string, Set<Table>>()

  constructor(tables: readonly Table[], vocabulary: Vocabulary) {
    const known = new Set<string>()
    for (const [place, table] of tables.entries()) {
      for (const record of table.records)
        for (const cell of record.cells.values()) {
          const measure = measureOf(cell)
          if (measure) note(this.#measures, keyOf(measure), table)
          for (const keys of phrasesOf(cell, table)) {
            const written = writtenOf(cell)
            const phrase = `${place} ${cell.column} ${written ?? keys.join(' ')}`
            // One record stands for all with the same value.
            if (!known.has(phrase)) this.#add({ keys, written, record, column: cell.column })
            known.add(phrase)
          }
        }
      for (const { words, title } of table.columns)
        for (const word of title.includes('_') ? [...words, writtenName(title)] : words) {
          this.#terms.add(vocabulary.term(word).id)
          note(this.#fields, word, table)
        }
      for (const word of table.names) this.#terms.add(vocabulary.term(word).id)
    }
    for (const key of this.#phrases.keys()) this.#terms.add(vocabulary.term(key).id)
  }

  #add(phrase: Phrase): void {
    const [first = ''] = phrase.keys
    const known = this.#phrases.get(first)
    if (known) known.push(phrase)
    else this.#phrases.set(first, [phrase])
  }

  /** Whether a value may begin with the term, or a field be called so. */
  hasTerm(term: number): boolean {
    return this.#terms.has(term)
  }

  /** Returns the tables that have one of the values or a field of one of the names. */
  tablesOf(tokens: readonly Token[], mentions: readonly Mention[]): Set<Table> {
    const tables = new Set(mentions.map(({ record }) => record.table))
    for (const { term } of tokens) {
      const known = this.#fields.get(term.key)
      if (known?.size === 1) for (const table of known) tables.add(table)
    }
    return tables
  }

  /** Whether several tables have the number or date. */
  isShared(measure: Token): boolean {
    return (this.#measures.get(keyOf(measure))?.size ?? 0) > 1
  }

  /** Whether several tables have a field that is called like this one. */
  isRepeated({ distinct }: Column): boolean {
    return [...distinct].some((word) => (this.#fields.get(word)?.size ?? 0) > 1)
  }

  /** Returns the longest values at each place, without those that several tables or columns have. */
  mentionsIn(tokens: readonly Token[], text: string): Mention[] {
    const found: Mention[] = []
    let end = 0
    for (let at = 0; at < tokens.length; at++) {
      const phrases = this.#phrases.get(keyOf(tokens[at] as Token))
      if (!phrases) {
        end = Math.max(end, at)
        continue
      }
      const there = phrases.filter(
        ({ keys, written }) =>
          keys.every((key, step) => keyOf(tokens[at + step]) === key) &&
          (written === null || isWritten(written, text, tokens[at]?.start ?? 0)),
      )
      const longest = Math.max(0, ...there.map(({ keys }) => keys.length))
      if (at + longest <= end) continue
      const [phrase, other] = there.filter(({ keys }) => keys.length === longest)
      if (phrase && !other) found.push({ from: at, to: at + longest, record: phrase.record, column: phrase.column })
      end = at + longest
    }
    return found
  }
}

/** The name of a field as an output writes it: `feature_beta` of `env FEATURE_BETA`. */
const writtenName = (title: string) => stemOf((title.split(' ').at(-1) ?? '').toLowerCase())

function note(tables: Map<string, Set<Table>>, key: string, table: Table): void {
  const known = tables.get(key)
  if (known) known.add(table)
  else tables.set(key, new Set([table]))
}

function writtenOf({ text }: Cell): string | null {
  return /\d/.test(text) && /\p{L}/u.test(text) && /^[\p{L}\d]+(?:[-_./#][\p{L}\d]+)*$/u.test(text)
    ? text.toLowerCase()
    : null
}

function isWritten(written: string, text: string, start: number): boolean {
  const end = start + written.length
  return text.slice(start, end).toLowerCase() === written && !/[\p{L}\d]/u.test(text.charAt(end))
}

/** The forms in which a value is mentioned: whole, without its aside, and what names its record also by the last word; "order 1001". */
function phrasesOf({ tokens, text, column }: Cell, table: Table): string[][] {
  if (!tokens.some((token) => token.kind === 'word'))
    return isNumbering(column, table)
      ? [...(table.columns[column] as Column).words].map((word) => [word, keyOf(tokens[0])])
      : []
  const aside = text.search(/\s[([]/)
  const main = aside < 0 ? tokens : tokens.filter(({ start }) => start < aside)
  const keys = main.map(keyOf)
  if (keys.length === 0 || keys.length > phraseMax) return []
  const last = main.at(-1) as Token
  const first = main[0] as Token
  // "Stove, gas" is a stove.
  const isFirstAlone = () =>
    /^\p{L}+(?:,| \d)/u.test(text) &&
    isContent(first) &&
    table.records.length <= namedMax &&
    table.records.filter(({ cells }) => cells.get(column)?.tokens.some(({ term }) => term === first.term)).length === 1
  const isAlone = () =>
    table.records.length <= namedMax &&
    table.records.filter(({ cells }) => cells.get(column)?.tokens.some(({ term }) => term.key === last.term.key))
      .length === 1
  if (keys.length < 2 || !table.columns[column]?.isKey) return [keys]
  if (isFirstAlone()) return [keys, [first.term.key]]
  return isContent(last) && isAlone() ? [keys, [last.term.key]] : [keys]
}

/** Digits of a number that may be a record's own. */
const ownNumber = /^[1-9]\d{2,9}$/

const numbering = new WeakMap<Table, boolean>()

/** Whether a field is the first and numbers the records: whole numbers of one length, each of one record, that are no years. */
export function isNumbering(column: number, table: Table): boolean {
  if (column !== 0 || table.records.length < 2) return false
  let known = numbering.get(table)
  if (known === undefined) {
    const values = table.records.map(({ cells }) => cells.get(0)?.text ?? '')
    const isOne = (one: string) =>
      ownNumber.test(one) && one.length === values[0]?.length && !/^(?:19|20)\d\d$/.test(one)
    known = table.columns[0]?.unit === null && values.every(isOne) && new Set(values).size === values.length
    numbering.set(table, known)
  }
  return known
}

function keyOf(token: Token | undefined): string {
  return token?.number ? `#${token.number.value}` : (token?.term.key ?? '')
}

/** Words for one measure. */
const synonyms = [
  'price cost fare fee charge',
  'staff employee employ people worker headcount',
  'capacity seat hold place',
  'depart departure leave left',
  'arrive arrival land',
].map((group) => group.split(' ').map(stemOf))

const [prices = []] = synonyms
const synonymGroup = new Map(synonyms.flatMap((group, place) => group.map((word) => [word, place] as const)))

export function isPrice({ distinct }: Column): boolean {
  return prices.some((word) => distinct.has(word))
}

const abbreviationMin = 3
const prefixMin = 5

/** Whether a word of an output names a column. */
export function namesColumn(
  { kind, term: { key, isContent: isTelling } }: Token,
  { distinct, words }: Column,
): boolean {
  if (kind !== 'word') return false
  // `FEATURE_BETA` in an output.
  if (key.includes('_')) return key.split('_').every((part) => words.has(stemOf(part)))
  // The "from" of a sentence is no `MAIL_FROM`, and what lasts no `last_login`.
  if (distinct.has(key)) return words.size === 1 || (isTelling && key !== 'last')
  if (key.length < abbreviationMin) return false
  const group = synonymGroup.get(key)
  for (const word of distinct) {
    if (word.length >= abbreviationMin && key.startsWith(word) && key.length > abbreviationMin + 1) return true
    if (key.length >= prefixMin && word.startsWith(key.slice(0, Math.max(prefixMin, key.length - 2)))) return true
    // `seats_left` tells of no departure.
    if (word !== 'left' && group !== undefined && synonymGroup.get(word) === group) return true
  }
  return false
}

const particle = /^(?:in|out|on|off|up|down)$/
const quarters = new Map(['first', 'second', 'third', 'fourth'].map((word, at) => [stemOf(word), `q${at + 1}`]))

/** Whether a column is named by the word at a place, or by it and the one before: "check-out" of `check_out`, "third quarter" of `Q3`. */
export function namesColumnAt(tokens: readonly Token[], at: number, column: Column): boolean {
  const [token, before] = [tokens[at], tokens[at - 1]?.term.key]
  if (token?.kind !== 'word') return false
  if (namesColumn(token, column)) return true
  if (before === undefined) return false
  const { key } = token.term
  if (particle.test(key)) return column.words.size === 2 && column.words.has(key) && column.words.has(before)
  return key === 'quarter' && column.words.has(quarters.get(before) ?? '')
}

/** Whether a word denies the name of a column by its prefix or as its opposite: "unhealthy", "inactive". */
export function deniesColumn({ kind, term: { key } }: Token, { distinct }: Column): boolean {
  if (kind !== 'word') return false
  return [...distinct].some(
    (word) =>
      areOpposite(word, key) ||
      (/^(?:un|in|im|ir|non|dis)/.test(key) && key !== word && key.endsWith(word) && key.length <= word.length + 3),
  )
}

/** Whether a value has the token. */
export function hasToken(cell: Cell | undefined, token: Token): boolean {
  return cell?.tokens.some((one) => one.kind === token.kind && isEquivalent(token, one)) ?? false
}

/** Returns the only number or date of a value. */
export function measureOf(cell: Cell | undefined): Token | undefined {
  const values = cell?.tokens.filter(({ number, date }) => number || date) ?? []
  return values.length === 1 && cell && cell.tokens.filter(isContent).length === 0 ? values[0] : undefined
}

/** Whether a record has yes or true in a field. */
export function isYes({ cells }: TableRecord, column: number): boolean {
  return /^(?:true|yes|on|enabled)$/i.test(cells.get(column)?.text ?? '')
}
