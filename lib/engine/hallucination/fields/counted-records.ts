import { fieldWords, toSnakeCase } from '../tables/field-names'
import { identifyingColumns, type Table } from '../tables/tables'
import type { FieldCheck, FieldConflict } from './field-conflict'
import type { FieldSource } from './field-source'
import { areOneLabel, columnNamed, plainLabel, titlesOf } from './labels'
import { keysOfPath } from './read-fields'
import { numberIn, valueKeys } from './record-index'

/** Keys that tell how many of a list there are; an "order_number" or "line_total" does not. */
const counts =
  /^(?:n|num|number_of|count_of|total_number_of)_(.+)$|^(.+?)_counts?$|^(.+s)_(?:total|found)$|^total_(.+s)$/
/** A list of codes or single words. */
const list = /^[\w.-]+(?:, [\w.-]+)+$/

/** Finds a number of records, or of those with one value of a field, other than the list or table has: `passenger_count`, `by_status.open`. */
export function countedRecords({ field, source, records }: FieldCheck): FieldConflict | null {
  const { value, path } = field
  if (typeof value !== 'number' || !Number.isInteger(value) || path.endsWith(']')) return null
  const index = records()
  if (index.isMany) return null
  const [key, container] = keysOfPath(path)
  const titles = titlesOf(new Set(), container.replace(/^by_?|_?counts?$/gi, ''))
  const alike = Map.groupBy(index.placesOf(key), ({ record }) => record.table)
  const found = [...alike].flatMap(([table, places]) => {
    const column = value > table.records.length ? -1 : columnNamed(table, titles)
    const count = places.filter((place) => place.column === column).length
    return count > 0 ? [{ count, name: `${table.columns[column]?.title} ${key}` }] : []
  })
  const noun = counts
    .exec(toSnakeCase(key))
    ?.slice(1)
    .find((one) => one !== undefined)
  const isPlain = noun === undefined && key.endsWith('s')
  const counted = isPlain ? index.tables.filter(isWithoutAmounts) : noun === undefined ? [] : index.tables
  const [only, more] = [...found, ...countsOf(noun ?? key, counted)]
  if (!only || more) return null
  // Without a word for a count it may be of some of them: "passengers".
  const isOther = isPlain && found.length === 0 ? value > only.count : value !== only.count
  return isOther && !isTotal(value, source)
    ? { type: 'unsupported_number', says: 'The source has', quoted: `${only.count} × ${only.name}` }
    : null
}

/** Whether a list has no numbers that "fees" could be the sum of. */
const isWithoutAmounts = ({ records }: Table) =>
  records.every(({ cells }) => [...cells.values()].every(({ text }) => numberIn(valueKeys(text)) === undefined))

/** Whether the sources give a number as that of all: a page of a list tells how many there are. */
function isTotal(value: number, source: FieldSource): boolean {
  const total = new RegExp(`(?:total|count|number)\\w*["']?\\s?[:=]\\s?${value}(?![\\d.])`, 'i')
  return source.linesWithNumber(value).some(({ text }) => total.test(text))
}

/** The number of records in lists of this name, and of values in a list of values. */
function countsOf(name: string, tables: readonly Table[]): { count: number; name: string }[] {
  const noun = plainLabel(fieldWords(name))
  const isNoun = (words: Iterable<string>) => areOneLabel(plainLabel(words), noun)
  return tables.flatMap((table) => {
    const { names, columns, records } = table
    // A list without a name is of what has its ids: "flight_number".
    const isUnnamed = names.size === 0 && records.length > 1
    const isListed = isUnnamed && [...identifyingColumns(table)].some((at) => isNoun(columns[at]?.words ?? []))
    if (isNoun(names) || isListed) return [{ count: records.length, name }]
    const [only, more] = records
    if (!only || more) return []
    const cell = [...only.cells.values()].find(
      ({ column, text }) => isNoun(columns[column]?.words ?? []) && list.test(text),
    )
    return cell ? [{ count: cell.text.split(', ').length, name }] : []
  })
}
