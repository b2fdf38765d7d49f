import { areComparable, type Quantity, unitOf } from '../numbers/units'
import { isEquivalent } from '../sources/alignment'
import { otherCaseWords } from '../sources/other-case'
import { areSiblings } from '../words/kinds'
import { areOpposite } from '../words/opposites'
import { isComparing } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { type Claim, countsRecords, type TableConflict } from './table-claims'
import { hasToken, type Mention, measureOf, namesColumn } from './table-mentions'
import { type Cell, type Column, identifyingColumns, type Table, type TableRecord } from './tables'

/** Verbs that say of a field no more than that it has its value. */
const idle = /^(?:ther|come|amount|stand|equal|list|set|show|record|regist|call|nam|named)$/
const prices = /^(?:pric|cost|far|fare|fee|rate|charg)/
/** What stands before a value: "is", "in", "works as a". */
const predicative = /^(?:is|are|was|were|wa|as|in|on|by|to|of|a|an|the|has|ha|have)$/
const per = /^(?:a|an|per|each)$/
const [wordsMax, cellMax] = [3, 4]

/**
 * Finds a value that a plain statement gives to one field of a record that it names by its id, and that no record of this id has: "The status of
 * ORD-1 is shipped", "Ada Ek manages room B2", "Ann Lee travels in economy". What tells anything more may have a value of its own.
 */
export function plainField(claim: Claim, text: string, tables: readonly Table[]): TableConflict | null {
  const isTitle = ({ term }: Token) => claim.table.columns.some(({ words }) => words.has(term.key))
  if (claim.tokens.some((one) => isComparing(one) && !isTitle(one))) return null
  if (claim.isDenied) return null
  const said = statementIn(claim)
  if (!said || otherCaseWords(text).length > 0) return null
  const { record, name, value, column } = said
  const [token] = value
  if (!token) return null
  const columns = column === null ? predicatedColumns(value, record, claim, name) : [column]
  const [at, more] = columns
  const cell = at === undefined || more !== undefined ? undefined : record.cells.get(at)
  if (at === undefined || !cell || isHeld(value, name, record, tables, column)) return null
  if (token.kind !== 'word') return isOtherMeasure(token, cell, record, at) ? { token, record, column: at } : null
  if (isOtherWord(value, cell, at, record)) return { token, record, column: at }
  return column !== null && isUnlike(value, cell) ? { token, record, column: at, isWeak: true } : null
}

interface Statement {
  record: TableRecord
  name: Mention
  /** The words, or the number or date, that it gives to the field. */
  value: readonly Token[]
  /** The only field that it names; null for none. */
  column: number | null
}

/** Reads a statement that consists of what names a record, the name of at most one field, and a value. */
function statementIn(claim: Claim): Statement | null {
  const { tokens, table } = claim
  const ids = identifyingColumns(table)
  const name = nameOf(claim, ids)
  if (!name) return null
  const fields = new Set<number>()
  const runs: Token[][] = []
  let [end, isPrice] = [-2, false]
  for (const [at, token] of tokens.entries()) {
    if (at >= name.from && at < name.to) continue
    // "Of the three" only tells how many there are.
    if (token.number && tokens[at - 1]?.term.key === 'the' && tokens[at - 2]?.term.key === 'of') continue
    if (countsRecords(at, claim)) return null
    const isMeasure = token.number !== undefined || token.date !== undefined
    if (!isMeasure && !isContent(token)) continue
    const column = isMeasure ? unitColumn(token, table) : namedColumn(at, claim, ids, name)
    if (column !== null && column !== name.column) fields.add(column)
    if (!isMeasure && (column !== null || isKindOf(token, table, ids, name) || idle.test(token.term.key))) continue
    if (!isMeasure && prices.test(token.term.key)) isPrice = true
    // What a number is paid for, or counts.
    else if (!isMeasure && isMeasured(runs.at(-1)) && at - end <= (per.test(tokens[at - 1]?.term.key ?? '') ? 2 : 1))
      continue
    else {
      const run = runs.at(-1)
      if (run && end === at - 1 && !isMeasure && !isMeasured(run) && run[0]?.isCapital === token.isCapital)
        run.push(token)
      else runs.push([token])
      end = at
    }
  }
  const value = runs.at(-1)
  if (!value || value.length > wordsMax || fields.size > 1) return null
  const [column = null] = fields
  // A verb of which nothing is known may stand before a value, but not a field.
  const [verb, more] = runs.slice(0, -1).flat()
  if (verb && (more || verb.isCapital || isMeasured([verb]) || isMeasured(value) || column !== null)) return null
  const { record } = name
  if (column !== null || !isMeasured(value)) return { record, name, value, column }
  const isMoney = areComparable(value[0]?.number?.unit ?? null, '$')
  const priced = table.columns.flatMap(({ distinct }, place) =>
    [...distinct].some((word) => prices.test(word)) ? [place] : [],
  )
  return isPrice && isMoney && priced.length === 1 ? { record, name, value, column: priced[0] as number } : null
}

const isMeasured = (run: readonly Token[] | undefined) => run?.[0]?.number !== undefined || run?.[0]?.date !== undefined

/** What names the only record: its id, or without one a name in any of its fields. */
function nameOf({ mentions, tokens }: Claim, ids: ReadonlySet<number>): Mention | null {
  const named = mentions.filter(({ column }) => ids.has(column))
  const isName = ({ from, to }: Mention) => to - from > 1 && tokens.slice(from, to).every(({ isCapital }) => isCapital)
  const [name, ...more] = named.length > 0 ? named : mentions.filter(isName)
  return name && more.every(({ record }) => record === name.record) ? name : null
}

/** The field that a word names; a word behind "is" that may be the value of another field names none. */
function namedColumn(at: number, { tokens, table }: Claim, ids: ReadonlySet<number>, name: Mention): number | null {
  const token = tokens[at] as Token
  const { columns } = table
  if (at === tokens.length - 1 && isVerbForm(token) && predicative.test(tokens[at - 1]?.term.key ?? '')) return null
  const others = columns.flatMap((column, place) => (ids.has(place) ? [] : [{ column, place }]))
  const named = others.filter(({ column }) => namesColumn(token, column))
  // "Ordered" is named by the verb where only `order_id` has the word, too.
  const alike =
    at === name.from - 1
      ? []
      : others.filter(({ column }) => column.words.size === 1 && column.words.has(token.term.key))
  const [found, more] = named.length > 0 ? named : alike
  return found === undefined || more !== undefined ? null : found.place
}

/** "Shipped" is a state, not the shipping. */
const isVerbForm = ({ start, end, term }: Token) => end - start > term.key.length + 1

function unitColumn({ number }: Token, { columns }: Table): number | null {
  if (number?.unit == null) return null
  const isOf = ({ words }: Column) => [...words].some((word) => unitOf(word) === number.unit)
  const [column, more] = columns.flatMap((one, at) => (isOf(one) ? [at] : []))
  return column === undefined || more !== undefined ? null : column
}

/** Whether a word says what the records are: "order" of `order_id`, or the name of their list. */
function isKindOf({ term }: Token, { columns, names }: Table, ids: ReadonlySet<number>, { column }: Mention): boolean {
  return names.has(term.key) || [...ids, column].some((at) => columns[at]?.words.has(term.key))
}

/** Without the name of a field, the fields with a value that excludes the predicate: "in economy" where one has "basic economy". */
function predicatedColumns(value: readonly Token[], record: TableRecord, { tokens }: Claim, name: Mention): number[] {
  const at = tokens.indexOf(value[0] as Token)
  if (at < 1 || value[0]?.kind !== 'word' || !predicative.test(tokens[at - 1]?.term.key ?? '')) return []
  return [...record.cells].flatMap(([column, cell]) =>
    column !== name.column &&
    isWords(cell) &&
    (isQualified(value, cell) || excludes(value, cell) || isOfOther(value, column, record))
      ? [column]
      : [],
  )
}

/** Whether the field that is told of, or any if none is named, of any record with this name has the value. */
function isHeld(
  value: readonly Token[],
  name: Mention,
  record: TableRecord,
  tables: readonly Table[],
  column: number | null,
): boolean {
  const id = record.cells.get(name.column)?.text.toLowerCase()
  const title = column === null ? null : record.table.columns[column]?.title
  const isOfId = ({ cells }: TableRecord) => [...cells.values()].some(({ text }) => text.toLowerCase() === id)
  const isOf = (cell: Cell, { columns }: Table) => title === null || columns[cell.column]?.title === title
  const has = ({ cells, table }: TableRecord) =>
    [...cells.values()].some(
      (cell) => isOf(cell, table) && value.every((token) => hasToken(cell, token)) && !isLonger(cell, value),
    )
  return tables.some(({ records }) => records.some((one) => (one === record || isOfId(one)) && has(one)))
}

/** "Basic economy" is not "economy". */
const isLonger = ({ tokens }: Cell, value: readonly Token[]) =>
  value[0]?.kind === 'word' &&
  tokens.length <= cellMax &&
  isWordsOnly(tokens) &&
  tokens.length > value.length &&
  !value[0].isCapital

const isWordsOnly = (tokens: readonly Token[]) => tokens.every(({ kind }) => kind === 'word')
const isWords = ({ tokens }: Cell) => tokens.length > 0 && tokens.length <= cellMax && isWordsOnly(tokens)
const isName = (tokens: readonly Token[]) => tokens.every(({ isCapital }) => isCapital)

function isOtherMeasure(token: Token, cell: Cell, record: TableRecord, column: number): boolean {
  const given = measureOf(cell)
  if (!given || given.kind !== token.kind || isEquivalent(token, given)) return false
  if (!token.number || !given.number) return true
  const unit = given.number.unit ?? record.table.columns[column]?.unit ?? null
  if (token.number.unit && unit && token.number.unit !== unit && !areComparable(token.number.unit, unit)) return false
  if (token.number.unit && unit && isEquivalent(token, { ...given, number: { ...given.number, unit } })) return false
  const { value } = given.number
  // Cents, or thousands.
  const power = Math.log10(Math.abs(token.number.value / value))
  if (power !== 0 && Math.abs(power - Math.round(power)) < 1e-9) return false
  // A total with or without another field of the record.
  const own = [...record.cells.values()].flatMap((one) => measureOf(one)?.number ?? [])
  const isWith = (sum: number) =>
    isEquivalent(token, { ...given, number: { ...(given.number as Quantity), value: sum } })
  return !own.some((one) => isWith(value + one.value) || isWith(value - one.value))
}

/** Whether another record has the value in the field, and this one has another. */
function isOfOther(value: readonly Token[], column: number, { table, cells: own }: TableRecord): boolean {
  return !isSame(value, own.get(column)) && table.records.some(({ cells }) => isSame(value, cells.get(column)))
}

/** Whether a state has no word in common with what the field has: it may still mean the same. */
function isUnlike(value: readonly Token[], cell: Cell): boolean {
  const isLower = (tokens: readonly Token[]) => tokens.every(({ isCapital }) => !isCapital)
  const areForms = (one: Token, other: Token) => one.term.key.slice(0, 4) === other.term.key.slice(0, 4)
  if (!isWords(cell) || !isLower(value) || !isLower(cell.tokens)) return false
  return !value.some((one) => cell.tokens.some((other) => areForms(one, other)))
}

function isOtherWord(value: readonly Token[], cell: Cell, column: number, record: TableRecord): boolean {
  if (!isWords(cell) || record.table.columns[column]?.isFlag) return false
  if (isName(value))
    return (
      isName(cell.tokens) && value.length > 1 && cell.tokens.length > 1 && !value.some((one) => hasToken(cell, one))
    )
  if (value.some(({ isCapital }) => isCapital)) return false
  const isGiven = isOfOther(value, column, record)
  return isQualified(value, cell, isGiven) || excludes(value, cell) || isGiven
}

function isSame(value: readonly Token[], cell: Cell | undefined): boolean {
  return cell?.tokens.length === value.length && value.every(({ term }, at) => term === cell.tokens[at]?.term)
}

/** Whether both are the same with other words before: "premium economy" and "basic economy"; without any only where that is a value, too. */
function isQualified(value: readonly Token[], { tokens }: Cell, isGiven = false): boolean {
  if (value.at(-1)?.term !== tokens.at(-1)?.term) return false
  const [own, theirs] = [value.slice(0, -1), tokens.slice(0, -1)]
  if (own.some(({ term }) => theirs.some((one) => one.term === term))) return false
  return own.length > 0 || (isGiven && theirs.length > 0)
}

function excludes(value: readonly Token[], { tokens }: Cell): boolean {
  const [one, other] = [value.at(-1)?.term.key ?? '', tokens.at(-1)?.term.key ?? '']
  return tokens.length === 1 && value.length === 1 && (areOpposite(one, other) || areSiblings(one, other))
}
