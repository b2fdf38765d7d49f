import { areEitherWay } from '../numbers/notations'
import { datesIn, isSameDate } from '../numbers/read-dates'
import { hasFields } from '../text/plain-text'
import type { FieldCheck, FieldConflict } from './field-conflict'
import { type FieldSource, hasInARow, type SourceLine, toLine, wordsIn } from './field-source'
import type { Field } from './read-fields'
import { hasShortDate, isDated } from './support'

/** Finds what the sources tell of another record of the list, or another value than they tell of this one. */
export function ofAnotherRecord({ field, support, source }: FieldCheck): FieldConflict | null {
  const name = field.records.length > 0 ? nameOf(field, source) : null
  if (name === null) return null
  // The fields of JSON are no lines: `recordedOtherwise` compares them.
  const lines = source.linesOf(name).filter(({ text }) => !hasFields(text))
  const [line, another] = lines
  if (!line) return null
  if (lines.some((one) => holds(one, field.value))) return another ? null : besideAnotherName(field, name, line, source)
  if (support === 'exactly' || support === 'otherwise') {
    const others = new Set(
      namesOf(field.records, source)
        .filter((one) => one !== name)
        .flatMap((one) => source.linesOf(one)),
    )
    const places = linesOf(field.value, source)
    return places.length > 0 &&
      places.every((one) => others.has(one)) &&
      lines.every((one) => holdsLike(one, field.value))
      ? { type: 'source_contradiction', says: 'The source says this of something else:', quoted: line.text }
      : null
  }
  if (support !== 'not' || another || typeof field.value !== 'number' || !isValued(field.label)) return null
  const numbers = line.numbers().map(({ value }) => value)
  return numbers.length > 0 && !follows(field.value, numbers)
    ? { type: 'unsupported_number', says: 'The source says', quoted: line.text }
    : null
}

/** Finds a value that stands behind the name of another record in the same line: "French (B2), German (A1)". */
function besideAnotherName(field: Field, name: string, line: SourceLine, source: FieldSource): FieldConflict | null {
  const parts = partsBehind(line, new Set(namesOf(field.records, source)))
  const own = parts.get(name)
  const holders = [...parts.values()].filter((part) => holds(part, field.value))
  if (parts.size < 2 || !own || holders.length === 0 || holders.includes(own)) return null
  if (linesOf(field.value, source).some((one) => one !== line)) return null
  const hasOwn = typeof field.value === 'string' ? hasShape(own.text, field.value) : holdsLike(own, field.value)
  return hasOwn
    ? { type: 'source_contradiction', says: 'The source says this of something else:', quoted: line.text }
    : null
}

/** The parts of a line behind each name, up to the next one; none if a name is there twice. */
function partsBehind(line: SourceLine, names: ReadonlySet<string>): Map<string, SourceLine> {
  const found = [...names]
    .flatMap((name) => {
      const at = line.text.toLowerCase().indexOf(name.toLowerCase())
      return at < 0 ? [] : [{ name, from: at, to: at + name.length }]
    })
    .sort((one, other) => one.from - other.from)
  return new Map(
    found.map(({ name, to }, at) => [name, toLine(line.text.slice(to, found[at + 1]?.from ?? line.text.length))]),
  )
}

/** Whether a text has a word like the value, with the same capitals and digits: "A2" like "C1". */
function hasShape(text: string, value: string): boolean {
  const shapeOf = (word: string) =>
    word
      .replace(/\p{Lu}/gu, 'A')
      .replace(/\p{Ll}/gu, 'a')
      .replace(/\d/g, '9')
  const shape = shapeOf(value)
  return /\d/.test(value) && (text.match(/[\p{L}\d.-]+/gu) ?? []).some((word) => shapeOf(word) === shape)
}

const valueLabel = /^(?:valu|amount|pric|quantity|qty|unit|rat|result|age|salary|weight|height|total|cost)$/
const isValued = (label: ReadonlySet<string>) => [...label].some((word) => valueLabel.test(word))

/** Whether a number is the sum, difference, product or quotient of two, or of one and itself with a share of it. */
function follows(value: number, numbers: readonly number[]): boolean {
  const isIt = (result: number) => Math.abs(result - Math.abs(value)) <= Math.abs(value) * 0.005
  return numbers.some((one) =>
    numbers.some((other) =>
      [
        one + other,
        one - other,
        one * other,
        one / other,
        one * (1 + other / 100),
        one * (1 - other / 100),
        (one * other) / 100,
      ].some(isIt),
    ),
  )
}

/** The first text of a record that the sources have. */
function nameIn(record: readonly Field[], source: FieldSource): string | null {
  const [first] = record.filter(({ value }) => typeof value === 'string' && !isDated(value) && value.length > 2)
  return typeof first?.value === 'string' && source.linesOf(first.value).length > 0 ? first.value : null
}

/** Of more records, few are told in lines of their own. */
const RECORDS_MAX = 100

/** What the records of a list are called in the sources. */
const namesOf = (records: Field['records'], source: FieldSource) =>
  records.length > RECORDS_MAX ? [] : records.flatMap((record) => nameIn(record, source) ?? [])

/** What a field's record is called in the sources; null for the name itself. */
export function nameOf(field: Field, source: FieldSource): string | null {
  const name = nameIn(field.siblings, source)
  return name === field.value ? null : name
}

/** The lines that have a value. */
function linesOf(value: Field['value'], source: FieldSource): readonly SourceLine[] {
  const lines =
    typeof value === 'number'
      ? [...source.linesWithNumber(value), ...source.linesWithNumber(value * 100)]
      : isDated(value)
        ? source.linesWithDates()
        : source.linesOf(String(value))
  return [...new Set(lines)].filter((line) => holds(line, value))
}

/** Whether a line has a value. */
export function holds(line: SourceLine, value: Field['value']): boolean {
  if (typeof value === 'number')
    return line
      .numbers()
      .some(
        (one) =>
          [value, value * 100].some((own) => Math.abs(one.value) === Math.abs(own)) ||
          areEitherWay(one, { value: Math.abs(value), step: 1 }),
      )
  if (isDated(value) && hasShortDate(line.text, String(value))) return true
  const [date] = isDated(value) ? datesIn(String(value)) : []
  return date ? line.dates().some((one) => isSameDate(date, one)) : hasInARow(line, wordsIn(String(value)))
}

/** Whether a line has a value of the same kind. */
function holdsLike(line: SourceLine, value: Field['value']): boolean {
  if (typeof value === 'number') return line.numbers().length > 0
  return isDated(value) && (line.dates().length > 0 || /\d\.\d/.test(line.text))
}
