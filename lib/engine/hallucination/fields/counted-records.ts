import { fieldWords, toSnakeCase } from '../tables/field-names'
import type { Table } from '../tables/tables'
import type { FieldCheck, FieldConflict } from './field-conflict'
import { areOneLabel, columnNamed, plainLabel, titlesOf } from './labels'
import { keysOfPath } from './read-fields'

/** Keys that tell how many of a list there are; an "order_number" or "line_total" does not. */
const counts =
  /^(?:n|num|number_of|count_of|total_number_of)_(.+)$|^(.+?)_counts?$|^(.+s)_(?:total|found)$|^total_(.+s)$/
/** A list of codes or single words. */
const list = /^[\w.-]+(?:, [\w.-]+)+$/

/** Finds a number of records, or of those with one value of a field, other than the list or table has: `passenger_count`, `by_status.open`. */
export function countedRecords({ field, records }: FieldCheck): FieldConflict | null {
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
  const [only, more] = noun === undefined ? found : [...found, ...countsOf(noun, index.tables)]
  return only && !more && only.count !== value
    ? { type: 'unsupported_number', says: 'The source has', quoted: `${only.count} × ${only.name}` }
    : null
}

/** The number of records in lists of this name, and of values in a list of values. */
function countsOf(name: string, tables: readonly Table[]): { count: number; name: string }[] {
  const noun = plainLabel(fieldWords(name))
  const isNoun = (words: Iterable<string>) => areOneLabel(plainLabel(words), noun)
  return tables.flatMap(({ names, columns, records }) => {
    if (isNoun(names)) return [{ count: records.length, name }]
    const [only, more] = records
    if (!only || more) return []
    const cell = [...only.cells.values()].find(
      ({ column, text }) => isNoun(columns[column]?.words ?? []) && list.test(text),
    )
    return cell ? [{ count: cell.text.split(', ').length, name }] : []
  })
}
