import { identifyingColumns, type Table, type TableRecord } from '../tables/tables'
import { lettersAndDigits } from './field-source'

/** Where a record has a value. */
export interface Place {
  record: TableRecord
  column: number
}

/** Values that are read at most, and tables among which one has the only field of a name. */
const [valuesMax, tablesMax] = [20_000, 50]
/** Characters of a name; a longer text is prose. */
const nameMax = 80

const isLettered = (text: string) => /\p{L}/u.test(text)
const isoDate = /^\d{4}-\d\d-\d\d(?=$|[T ])/
/** A number with its unit or mark: "$100/hr", "40 hrs", "#1001", "1800[10]". */
const amount = /^[€$£¥#]?\s?(-?\d[\d,]*(?:\.\d+)?)\s?(?:\[\d+\]|[€$£¥%]?(?:\/?\s?[\p{L}.]{1,10})?)$/u
const numbering = /^#?\d{3,}$/

/**
 * Returns what a value of a record is looked up by: its text, number or date, whatever its signs and case. A number of a text is its size without
 * sign.
 */
export function valueKeys(value: string | number): string[] {
  if (typeof value === 'number') return [`n${Math.abs(value)}`]
  const text = value.trim()
  const date = isoDate.exec(text)?.[0]
  if (date) return [`d${date}`]
  const number = amount.exec(text)?.[1]
  const keys = number === undefined ? [] : [`n${Math.abs(Number(number.replaceAll(',', '')))}`]
  return isLettered(text) ? [...keys, `t${lettersAndDigits(text)}`] : [...keys, `t${text}`]
}

/** The records of all sources by their values, and by what names them. */
export class RecordIndex {
  readonly tables: readonly Table[]
  /** Whether there are too many tables to tell which one is meant. */
  readonly isMany: boolean
  readonly #places = new Map<string, Place[]>()
  readonly #named = new Map<string, Place[]>()

  constructor(tables: readonly Table[]) {
    this.tables = tables
    this.isMany = tables.length > tablesMax
    let left = valuesMax
    for (const table of tables) {
      const ids = new Set([...identifyingColumns(table), ...numberings(table)])
      for (const record of table.records) {
        left -= record.cells.size
        if (left < 0) return
        for (const { column, text } of record.cells.values()) {
          const isName = table.records.length > 1 && ids.has(column) && text.length <= nameMax
          for (const key of valueKeys(text)) {
            add(this.#places, key, { record, column })
            if (isName) add(this.#named, key, { record, column })
          }
        }
        for (const { name, column } of joinedNames(record)) add(this.#named, `t${name}`, { record, column })
      }
    }
  }

  /** Where the records have a value. */
  placesOf(value: string | number): readonly Place[] {
    return valueKeys(value).flatMap((key) => this.#places.get(key) ?? [])
  }

  /** Where a value names a record: by an id or name, or by two fields that make one, as first and last name. */
  namesOf(value: string | number): readonly Place[] {
    return valueKeys(value).flatMap((key) => this.#named.get(key) ?? [])
  }
}

/** The columns that number the records: "#1001". */
function numberings({ columns, records }: Table): number[] {
  return [...columns.keys()].filter((column) => {
    const texts = records.map(({ cells }) => cells.get(column)?.text ?? '')
    return (
      texts.every((text) => numbering.test(text)) && new Set(texts).size === texts.length && texts[0]?.startsWith('#')
    )
  })
}

/** The number among the keys of a value. */
export function numberIn(keys: readonly string[]): number | undefined {
  const key = keys.find((one) => one.startsWith('n'))
  return key === undefined ? undefined : Number(key.slice(1))
}

/** The texts of two neighbouring fields as one: "Ada" and "Brandt" of a person. */
function joinedNames({ cells, table }: TableRecord): { name: string; column: number }[] {
  if (table.records.length < 2) return []
  const texts = [...cells.values()].map(({ text }) => (/^\p{Lu}[\p{L}'’ -]*$/u.test(text) ? text : ''))
  return [...cells.values()].flatMap(({ column }, at) => {
    const [text, next] = [texts[at], texts[at + 1]]
    return text && next ? [{ name: lettersAndDigits(`${text}${next}`), column }] : []
  })
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
