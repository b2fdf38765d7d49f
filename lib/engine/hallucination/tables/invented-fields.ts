import { areComparable } from '../numbers/units'
import { isEquivalent } from '../sources/alignment'
import { asExact, followsFrom, type IsUnsupported } from '../sources/derived-values'
import { otherCaseWords } from '../sources/other-case'
import type { ReadSentence } from '../sources/read-prose'
import { isContent, type Token } from '../words/tokens'
import { type Claim, isStated, type TableConflict } from './table-claims'
import { hasToken, isPrice, measureOf, namesColumn } from './table-mentions'
import type { Column, TableRecord } from './tables'

/** A sentence, and an item of a list; not several lines of a page. */
const [whole, line] = [/^[^\n]*[.!]["”’)*]*\s*$/, /^[^\n]*\s*$/]

/** Of more records, two may have any number as their sum. */
const recordsMax = 100

/**
 * Finds a number or date in no source, as the value of the only field that a plain statement about a record names, or of its only price or
 * date: "Flight HAT083 costs $310". What tells anything more ("changing flight HAT083") may have a value of its own.
 */
export function inventedField(
  claim: Claim,
  record: TableRecord,
  sentence: ReadSentence,
  isUnsupported: IsUnsupported,
): TableConflict | null {
  const { text, start } = sentence
  if (claim.isCompared || claim.isDenied) return null
  // Tells for most sentences that there is nothing to look up, faster than their words do.
  if (!claim.tokens.some(isOpen) || otherCaseWords(text).length > 0) return null
  if (!(record.table.records.length === 1 ? whole : line).test(text)) return null
  for (const [at, token] of claim.tokens.entries()) {
    if (!isOpen(token)) continue
    const before = claim.tokens[at - 1]
    // What stands before it in no source may be another record.
    if (before && isUnsupported(start, start + before.end)) continue
    const column = columnOf(token, claim, record)
    if (column === null || isStated(record, column, claim)) continue
    const said = sentence.tokens().filter((one) => one.start < token.start || claim.tokens.includes(one))
    if (!said.every((one) => isOfField(one, record, column))) continue
    if (!followsFromTable(asExact(token, text), said, record, column)) return { token, record, column }
  }
  return null

  function isOpen(token: Token): boolean {
    return Boolean(token.number || token.date) && isUnsupported(start + token.start, start + token.end)
  }
}

/** The only field of the kind of a value that the claim names; without one, the only date, or the only price for an amount of money. */
function columnOf(token: Token, { columns }: Claim, record: TableRecord): number | null {
  const alike = [...record.cells.keys()].filter((column) => isOneMeasure(token, fieldValue(record, column)))
  const named = alike.filter((column) => columns.includes(column))
  const isMoney = areComparable(token.number?.unit ?? null, '$')
  const typical = alike.filter((column) => token.date || (isMoney && isPrice(record.table.columns[column] as Column)))
  const [column, another] = named.length > 0 ? named : typical
  return column === undefined || another !== undefined ? null : column
}

/** The number or date of a field, in the unit that its name or value has. */
function fieldValue(record: TableRecord, column: number): Token | undefined {
  const value = measureOf(record.cells.get(column))
  if (!value?.number) return value
  return {
    ...value,
    number: { ...value.number, unit: value.number.unit ?? record.table.columns[column]?.unit ?? null },
  }
}

/** Whether two values have the same unit, or one of them has none. */
function isOneMeasure(token: Token, value: Token | undefined): boolean {
  if (value?.kind !== token.kind) return false
  const [one, other] = [token.number?.unit, value.number?.unit]
  return !one || !other || one === other || areComparable(one, other)
}

/** Whether a word is one of a record or its field, or has no meaning of its own. */
function isOfField(token: Token, { table, cells }: TableRecord, column: number): boolean {
  if (!isContent(token) || table.names.has(token.term.key)) return true
  return table.columns.some(
    (one, at) =>
      ((one.isKey || at === column) && (one.words.has(token.term.key) || namesColumn(token, one))) ||
      (one.isKey && hasToken(cells.get(at), token)),
  )
}

/** Whether a value is that of the field in another unit, or may be the result of two values of the record, the field and the sentence. */
function followsFromTable(token: Token, said: readonly Token[], record: TableRecord, column: number): boolean {
  const value = fieldValue(record, column)
  if (value && isEquivalent(token, value)) return true
  if (record.table.records.length > recordsMax) return true
  const cells = [...record.cells.values(), ...record.table.records.flatMap((one) => one.cells.get(column) ?? [])]
  const others = [...cells.flatMap((cell) => cell.tokens), ...said.filter((one) => one.start !== token.start)]
  return followsFrom(token, value ? [...others, value] : others) !== false
}
