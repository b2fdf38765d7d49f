import { isYes } from '../tables/table-mentions'
import { identifyingColumns, type TableRecord } from '../tables/tables'
import { areOpposite } from '../words/opposites'
import type { FieldCheck, FieldConflict } from './field-conflict'
import { columnNamed, titlesOf } from './labels'
import { type Field, keysOfPath, objectOf } from './read-fields'
import { numberIn, type Place, type RecordIndex, valueKeys } from './record-index'
import { isDated } from './support'

/** Fields of an only record that an output must have before it is compared with the others. */
const knownMin = 2

/** Numbers below are counts, which others have by chance; and those from which a number may be an id. */
const [smallMax, idMin] = [20, 100]

/** Numbers of a record that others follow from. */
const operandsMax = 4

/** Fields of an object of which one names its record: the first; and fields that a record may have. */
const [namesMax, siblingsMax] = [12, 40]

/** What a field of the output tells of: the records, and what it may be called in them. */
interface Subject {
  records: readonly TableRecord[]
  titles: readonly ReadonlySet<string>[]
}

/**
 * Finds a value that its record has otherwise in the tables and lists of the sources. The record is named by another field of the object or by
 * the key; or it is the only one with such fields. The field is known by its name, or by the value, which only other records have.
 */
export function recordedOtherwise({ field, records, objects }: FieldCheck): FieldConflict | null {
  const index = records()
  // An item of a list has no name of its own.
  if (index.tables.length === 0 || field.path.endsWith(']')) return null
  const subject = ofKey(field, index) ?? ofNames(field, index, objects)
  if (subject === null) return ofOnlyRecord(field, index, objects)
  return isOne(subject.records) ? (ofOther(field, subject, index) ?? otherwiseIn(field, subject, index)) : null
}

/** What a field tells of whose key names the record, and what contains it the column: `economy_prices.HAT145`. */
function ofKey({ path }: Field, index: RecordIndex): Subject | null {
  const [key, container] = keysOfPath(path)
  const titles = titlesOf(new Set(), container)
  const records = index.namesOf(key).flatMap(({ record }) => (columnNamed(record.table, titles) < 0 ? [] : [record]))
  return records.length > 0 ? { records, titles } : null
}

/** What a field tells of whose object, or one around it, has the name of the record in another field. */
function ofNames(field: Field, index: RecordIndex, objects: FieldCheck['objects']): Subject | null {
  const [, container] = keysOfPath(field.path)
  const own = objectOf(field.path)
  for (let path = own; path !== ''; path = objectOf(path)) {
    const places = (objects.get(path) ?? []).slice(0, namesMax).flatMap((one) => {
      if (one === field || !isName(one.value)) return []
      // What is within an object belongs to its record only if the object says whose it is.
      const titles = path === own ? null : titlesOf(one.label, '')
      return index
        .namesOf(one.value)
        .filter(({ record, column }) => titles === null || columnNamed(record.table, titles) === column)
    })
    const records = [...new Set(places.map(({ record }) => record))]
    if (records.length > 0) return { records, titles: titlesOf(field.label, container) }
    // What contains a list is another record than its items.
    if (path.endsWith(']')) break
  }
  return null
}

/** Whether no two records are of one table, unless they are of one name. */
function isOne(records: readonly TableRecord[]): boolean {
  return records.every(({ table, cells }, at) => {
    const other = records.findIndex((one) => one.table === table)
    const [id] = identifyingColumns(table)
    return other === at || (id !== undefined && records[other]?.cells.get(id)?.text === cells.get(id)?.text)
  })
}

const isName = (value: Field['value']): value is string | number =>
  typeof value === 'number' ? value >= idMin : typeof value === 'string' && value.length > 2 && !isDated(value)

/** Finds a value that only other records have, where this one has another that the output lacks. */
function ofOther({ value, siblings }: Field, { records }: Subject, index: RecordIndex): FieldConflict | null {
  if (typeof value === 'boolean' || (typeof value === 'number' && Math.abs(value) < smallMax)) return null
  if (siblings.length > siblingsMax) return null
  const places = index.placesOf(value)
  const [first] = places
  if (!first || places.some(({ record }) => records.includes(record))) return null
  const { table } = first.record
  const column = first.column
  if (places.some((one) => one.record.table !== table || one.column !== column)) return null
  const named = new Set(records.flatMap((record) => (record.table === table ? [record] : [])))
  const [own, more] = [...named]
  const cell = own?.cells.get(column)
  if (!own || more || !cell || identifyingColumns(table).has(column)) return null
  const said = new Set(siblings.flatMap((one) => (typeof one.value === 'boolean' ? [] : valueKeys(one.value))))
  if (valueKeys(cell.text).some((key) => said.has(key))) return null
  // A state that others have may have become this one's.
  const isOfAnother = typeof value === 'number' || isDated(value) || table.columns[column]?.isKey === true
  return { ...toConflict({ record: own, column }, value), isOfAnother }
}

/** Finds the field of a record by its name, with another value. */
function otherwiseIn({ value }: Field, { records, titles }: Subject, index: RecordIndex): FieldConflict | null {
  const places = records.map((record) => ({ record, column: columnNamed(record.table, titles) }))
  if (places.some((place) => isSaid(value, place))) return null
  for (const place of places) {
    const found = conflictAt(value, place, index)
    if (found) return found
  }
  return null
}

/** Finds the field of a record that stands alone, of which the output has other fields. */
function ofOnlyRecord(field: Field, index: RecordIndex, objects: FieldCheck['objects']): FieldConflict | null {
  if (field.records.length > 0 || index.isMany) return null
  const [, container] = keysOfPath(field.path)
  const titles = titlesOf(field.label, container)
  const [only, another] = index.tables.flatMap((table) => {
    const [record, more] = table.records
    const column = record && !more ? columnNamed(table, titles) : -1
    return record?.cells.has(column) ? [{ record, column }] : []
  })
  if (!only || another || isSaid(field.value, only)) return null
  let known = 0
  for (const fields of objects.values())
    for (const one of fields) {
      if (one !== field && hasValue(only.record, one, index)) known++
      if (known >= knownMin) return conflictAt(field.value, only, index)
    }
  return null
}

/** Compares a value with that of a record; null if it may be the same. */
function conflictAt(value: Field['value'], place: Place, index: RecordIndex): FieldConflict | null {
  const text = textAt(place)
  if (text === undefined) return null
  if (differs(value, place, index)) return toConflict(place, value)
  return isOtherWord(value, text) ? { ...toConflict(place, value), isWeak: true } : null
}

const textAt = ({ record, column }: Place) => record.cells.get(column)?.text

/** Whether two are single words that differ, as states and classes do; they may be called otherwise. */
const isOtherWord = (value: Field['value'], text: string) =>
  typeof value === 'string' && /^\p{L}{3,}$/u.test(value) && /^\p{L}{3,}$/u.test(text) && !areAlike(value, text)

const hasValue = (only: TableRecord, { value }: Field, index: RecordIndex) =>
  typeof value !== 'boolean' &&
  !(typeof value === 'number' && Math.abs(value) < smallMax) &&
  index.placesOf(value).some(({ record }) => record === only)

/** Whether a field of a record has the value. */
function isSaid(value: Field['value'], place: Place): boolean {
  if (typeof value === 'boolean') return answerAt(place) === value
  const keys = new Set(valueKeys(textAt(place) ?? ''))
  return valueKeys(value).some((key) => keys.has(key))
}

const no = /^(?:false|no|off|disabled|none)$/i

/** Whether a record has yes or no in a field; null for neither. */
const answerAt = (place: Place): boolean | null =>
  isYes(place.record, place.column) ? true : no.test(textAt(place) ?? '') ? false : null

/** Whether a value is of the kind of another that a record has, and neither it nor what follows from it. */
function differs(value: Field['value'], place: Place, index: RecordIndex): boolean {
  if (typeof value === 'boolean') return answerAt(place) === !value
  const text = textAt(place) ?? ''
  const keys = valueKeys(text)
  if (typeof value === 'number') {
    const own = numberIn(keys)
    if (own === undefined)
      return isYear(value) && keys.some((key) => /^d\d{4}/.test(key) && key.slice(1, 5) !== `${value}`)
    if (isLike(value, own)) return false
    const numbers = [...place.record.cells.values()].flatMap((cell) => numberIn(valueKeys(cell.text)) ?? [])
    // Of more numbers, two may have any number as their sum.
    if (Math.abs(value) < smallMax || numbers.length > operandsMax) return true
    return !numbers.some((one) =>
      numbers.some((other) => resultsOf(one, other).some((result) => isSame(value, result))),
    )
  }
  if (isDated(value)) return keys.some((key) => key.startsWith('d')) && daysApart(value, text) > 1
  const [word, more] = text.split(/\s+/)
  if (more === undefined && word !== undefined && areOpposite(word.toLowerCase(), value.toLowerCase())) return true
  // Others may be other words for the same.
  return index.placesOf(value).length > 0 && !areAlike(value, text)
}

const isYear = (value: number) => Number.isInteger(value) && value > 1900 && value < 2100

/** Factors between units of one quantity. */
const factors = [1, 100, 1000, 60, 3600, 24, 1e6, 1e9]

/** Whether a number is another, rounded, or in another unit. */
const isLike = (value: number, other: number) =>
  factors.some((factor) => isSame(value, other * factor) || isSame(value, other / factor))

/** Whether a number is another, rounded to its digits if it has two or more. */
function isSame(value: number, other: number): boolean {
  const [own, exact] = [Math.abs(value), Math.abs(other)]
  const digits = String(own)
    .replace('.', '')
    .replace(/^0+|0+$/g, '').length
  return own === exact || (digits > 1 && digits <= 15 && Number(exact.toPrecision(digits)) === own)
}

/** What follows from two numbers of a record, or from one for several. */
const resultsOf = (one: number, other: number) => [one + other, Math.abs(one - other), one * other]

const daysApart = (one: string, other: string) =>
  Math.abs(Date.parse(one.slice(0, 10)) - Date.parse(other.trim().slice(0, 10))) / 86_400_000

const areAlike = (one: string, other: string) => {
  const [short, long] = [one, other].map((text) => text.toLowerCase()).toSorted((a, b) => a.length - b.length)
  return long?.includes(short ?? '') ?? false
}

function toConflict({ record, column }: Place, value: Field['value']): FieldConflict {
  const title = record.table.columns[column]?.title ?? ''
  const type =
    typeof value === 'number' ? 'unsupported_number' : isDated(value) ? 'temporal_error' : 'source_contradiction'
  return { type, says: 'The source says', quoted: `${title}: ${textAt({ record, column })}` }
}
