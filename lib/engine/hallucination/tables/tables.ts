import { isContent, type Token, TokenTable } from '../words/tokens'
import type { Vocabulary } from '../words/vocabulary'
import { fieldWords, unitIn } from './field-names'
import { jsonIn, readJson, recordsMax } from './json-rows'
import { fieldNames, type Row, readLines, settingsIn } from './table-lines'

/** Fields that are read at most. */
const columnsMax = 40
const textMax = 200_000
/** Characters that are read of a value. */
const cellMax = 200

export interface Column {
  title: string
  /** What it is called, as stems; with the names of what contains it. */
  words: ReadonlySet<string>
  /** The words that no other column has. */
  distinct: ReadonlySet<string>
  /** Unit of its values. */
  unit: string | null
  /** Whether its values name the records: text that differs in each. */
  isKey: boolean
  /** Whether its values are true or false. */
  isFlag: boolean
}

export interface Cell {
  column: number
  text: string
  /** Words, numbers and dates of the value. */
  tokens: readonly Token[]
}

export interface TableRecord {
  table: Table
  cells: ReadonlyMap<number, Cell>
}

/** Records with the same fields: a table, lines of CSV, a list of JSON objects, or one object or form. */
export interface Table {
  columns: readonly Column[]
  records: readonly TableRecord[]
  /** Stems of what its records are called. */
  names: ReadonlySet<string>
}

/** Rows with the same fields, as they are written. */
interface FoundTable {
  rows: readonly Row[]
  titles: readonly string[]
  names: readonly string[]
}

/** The tables of a text and its lines outside of them. */
interface ReadTables {
  tables: readonly Table[]
  prose: string
}

/**
 * Reads Markdown tables, CSV, aligned columns, blocks of `key: value` and JSON. Objects and blocks with the same fields are one table, as of
 * several calls of a tool.
 */
export function tablesIn(texts: readonly string[], vocabulary: Vocabulary): ReadTables {
  const found: FoundTable[] = []
  const prose: string[] = []
  const add = (rows: readonly Row[], names: readonly string[]) => {
    const titles = [...new Set(rows.flatMap((row) => [...row.keys()]))].slice(0, columnsMax)
    if (titles.length > 1) found.push({ rows: rows.slice(0, recordsMax), titles, names })
  }
  const objects = new Map<string, Row[]>()
  const collect = (row: Row) => {
    const fields = [...row.keys()].sort().join('\n')
    const alike = objects.get(fields)
    if (alike) alike.push(row)
    else objects.set(fields, [row])
  }
  for (const whole of texts) {
    if (whole.length > textMax) continue
    const json = jsonIn(whole)
    for (const value of json?.values ?? []) {
      const row: Row = new Map()
      readJson(value, [], row, add)
      if (row.size > 0) collect(row)
    }
    for (const part of json?.around ?? [whole]) {
      const settings = settingsIn(part)
      if (settings) {
        add([settings], [])
        prose.push(part)
        continue
      }
      prose.push(
        mayHaveLines(part)
          ? readLines(part, (rows) => (rows.length === 1 ? rows.forEach(collect) : add(rows, [])))
          : part,
      )
    }
  }
  for (const rows of objects.values()) add(rows, [])
  const reader = { titles: new Map<string, Title>(), values: readValues(found, vocabulary) }
  return { tables: found.map((one) => toTable(one, reader)), prose: prose.join('\n') }
}

function mayHaveLines(text: string): boolean {
  const first = text.indexOf('\n')
  return first >= 0 && (text.includes('\n', first + 1) || fieldNames.test(text.slice(0, first)))
}

/** Fields by whose values records are grouped. */
const classing =
  /(?:^|[\s_.-])(?:stat|status|state|stage|phase|priority|severity|level|type|category|kind|mode|class|tier)$/i

const flag = /^(?:true|false|yes|no|on|off|enabled|disabled)$/i

/** What is read for several tables once. */
interface Reader {
  titles: Map<string, Title>
  /** The values by how they are written: those of tables recur. */
  values: ReadonlyMap<string, Value>
}

/** A value, and what it says of its column. */
interface Value extends Pick<Cell, 'text' | 'tokens'> {
  isText: boolean
  isFlag: boolean
}

/** The stems and the unit of the name of a field. */
interface Title {
  words: ReadonlySet<string>
  unit: string | null
}

function toTable({ rows, titles, names }: FoundTable, reader: Reader): Table {
  const read = titles.map((title) => toTitle(title, reader))
  const records: TableRecord[] = []
  const columns: Column[] = []
  const table = { columns, records, names: new Set(names.flatMap((name) => [...toTitle(name, reader).words])) }
  const values = rows.map((row) => titles.map((title) => reader.values.get(row.get(title) ?? '') as Value))
  for (const row of values) {
    const cells = new Map<number, Cell>()
    for (const [column, { text, tokens }] of row.entries()) if (text !== '') cells.set(column, { column, text, tokens })
    records.push({ table, cells })
  }
  const counts = new Map<string, number>()
  for (const { words } of read) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const [column, { words, unit }] of read.entries()) {
    const own = values.flatMap((row) => (row[column]?.text ? (row[column] as Value) : []))
    const isWhole = own.length > 1 && own.length === values.length && own.every(({ isText }) => isText)
    columns.push({
      title: titles[column] as string,
      words,
      distinct: new Set([...words].filter((word) => counts.get(word) === 1)),
      unit: unit ?? own[0]?.tokens.find(({ number }) => number)?.number?.unit ?? null,
      isKey: isWhole && new Set(own.map(({ text }) => text.toLowerCase())).size === own.length,
      isFlag: own.length > 0 && own.every(({ isFlag }) => isFlag),
    })
  }
  // Where codes or names tell the records apart, states that happen to differ do not.
  if (columns.some(({ isKey, title }) => isKey && !classing.test(title)))
    for (const column of columns) column.isKey &&= !classing.test(column.title)
  return table
}

/** Fields by whose values records are told apart. */
const naming = /(?:^|[\s_.-])(?:id|name|number|code|ref|key|sku|title|host|email)$|(?:Id|Name|Number|Code|Key)$/i
const identifying = new WeakMap<Table, ReadonlySet<number>>()

/** Returns the columns that name the records: by their title, else those of codes, else the first of names. */
export function identifyingColumns(table: Table): ReadonlySet<number> {
  let known = identifying.get(table)
  if (!known) {
    known = new Set(readIdentifying(table))
    identifying.set(table, known)
  }
  return known
}

function readIdentifying({ columns, records }: Table): number[] {
  const all = [...columns.keys()]
  const titled = all.filter((at) => naming.test(columns[at]?.title ?? ''))
  if (titled.length > 0) return titled
  const coded = all.filter((at) => records.every(({ cells }) => isNamed.test(cells.get(at)?.text ?? '')))
  if (coded.length > 0) return coded
  const first = all.find((at) => columns[at]?.isKey || (records.length === 1 && at === 0))
  return first === undefined ? [] : [first]
}

function toTitle(title: string, { titles }: Reader): Title {
  let known = titles.get(title)
  if (!known) {
    known = { words: fieldWords(title), unit: unitIn(title) }
    titles.set(title, known)
  }
  return known
}

/** A value such as "T-1", whose letters alone may be no word, and one word, which may be a name even if it is "Other". */
const [isNamed, isWord] = [/^\p{L}+[-_]?\d/u, /^\p{L}{3,}$/u]

/** A value such as "basic_economy", which an answer writes as words. */
const isWords = /^\p{Ll}+(?:_\p{Ll}+)+$/u

/** Reads the values of tables, '' for those that a row lacks. All are one text: a table of tokens costs more than a value. */
function readValues(tables: readonly FoundTable[], vocabulary: Vocabulary): Map<string, Value> {
  const written = new Set<string>()
  for (const { rows, titles } of tables)
    for (const row of rows) for (const title of titles) written.add(row.get(title) ?? '')
  const texts = [...written].map(toText)
  const table = new TokenTable(texts.join('\n'), vocabulary)
  const values = new Map<string, Value>()
  let start = 0
  let at = 0
  for (const one of written) {
    const text = texts[at++] as string
    const from = table.size
    table.read(start, start + text.length)
    const tokens = table.tokens(from, table.size, start)
    start += text.length + 1
    const isFlag = flag.test(text)
    const isText = isNamed.test(text) || tokens.some(isContent) || (!isFlag && isWord.test(text))
    values.set(one, { text, tokens, isText, isFlag })
  }
  return values
}

function toText(written: string): string {
  const plain = written.slice(0, cellMax).replace(/\*\*|[`\n]/g, ' ')
  return plain.replace(isWords, (words) => words.replaceAll('_', ' ')).trim()
}
