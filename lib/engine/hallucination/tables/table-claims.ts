import { isEquivalent } from '../sources/alignment'
import { isComparing, negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { type CellIndex, hasToken, isNumbering, type Mention, measureOf, namesColumnAt } from './table-mentions'
import type { Cell, Column, Table, TableRecord } from './tables'

/** A value that the sources give to another record or field, and where the output has it. */
export interface TableConflict {
  token: Token
  record: TableRecord
  column: number
}

/** A part of a sentence, with the values and columns of one table in it. */
export interface Claim {
  table: Table
  cells: CellIndex
  tokens: readonly Token[]
  mentions: readonly Mention[]
  names: readonly Mention[]
  /** Columns that its words name. */
  columns: readonly number[]
  isCompared: boolean
  isDenied: boolean
}

export function toClaim(tokens: readonly Token[], found: readonly Mention[], table: Table, cells: CellIndex): Claim {
  const mentions = found.filter(({ record }) => record.table === table)
  const names = mentions.filter((one) => isNaming(one, table))
  const free = [...tokens.keys()].filter((at) => !names.some(({ from, to }) => at >= from && at < to))
  const columns = table.columns.flatMap((column, at) =>
    free.some((place) => refersTo(tokens, place, column, table)) ? [at] : [],
  )
  return {
    table,
    cells,
    tokens,
    mentions,
    names,
    columns,
    isCompared: tokens.some(isComparing),
    isDenied: negationsIn(tokens) % 2 === 1,
  }
}

/** Whether a token names a column, or has the unit of no other. */
function refersTo(tokens: readonly Token[], at: number, column: Column, { columns }: Table): boolean {
  if (namesColumnAt(tokens, at, column)) return true
  const unit = tokens[at]?.number?.unit
  return unit != null && column.unit === unit && columns.filter((one) => one.unit === unit).length === 1
}

/** Whether a value tells which record is meant, and not which field: "rain" of `sky` beside `rain_mm`. */
export function isNaming({ record, column }: Mention, table: Table): boolean {
  if (record.table !== table) return false
  if (isNumbering(column, table)) return true
  const words = record.cells.get(column)?.tokens ?? []
  const isField = (token: Token) => table.columns.some((one, at) => at !== column && one.distinct.has(token.term.key))
  return (table.columns[column]?.isKey ?? false) && !(words.length === 1 && words.some(isField))
}

/** Whether the value of a field is in the claim. */
export function isStated(record: TableRecord, column: number, { tokens }: Claim): boolean {
  const cell = record.cells.get(column)
  return (
    cell === undefined || tokens.some((token) => (token.kind !== 'word' || isContent(token)) && hasToken(cell, token))
  )
}

/** Words between a count and what it counts: "two cheap non-stop flights". */
const countedWithin = 3

/** Whether a number counts records: "two flights", of those that the table has. */
export function countsRecords(at: number, { tokens, table }: Claim): boolean {
  const count = tokens[at]?.number
  if (!count || count.unit !== null || count.step !== 1 || count.value > table.records.length) return false
  const key = table.columns.filter(({ isKey }) => isKey)
  for (let next = at + 1; next <= at + 1 + countedWithin; next++) {
    const token = tokens[next]
    if (token?.kind !== 'word' || !isContent(token)) return false
    const isPlural = token.end - token.start > token.term.key.length
    if (isPlural && (table.names.has(token.term.key) || key.some(({ words }) => words.has(token.term.key)))) return true
  }
  return false
}

/** Whether a token is the value. */
export function isValue(cell: Cell, token: Token): boolean {
  const value = measureOf(cell)
  return value !== undefined && value.kind === token.kind && isEquivalent(token, value)
}

/** "Shipping" is another word than "shipped". */
export const isOfOneForm = (one: Token, other: Token | undefined) =>
  other !== undefined && one.end - one.start === other.end - other.start

/** What is changed, or what the agent did, is no longer as the sources have it. */
const changes = [
  /\b(?:chang|updat|upgrad|downgrad|switch|mov|renam|reschedul|transferr|convert|replac|revert)\w*\b.*\b(?:to|by|with)\b/i,
  /\b(?:I|[Ww]e)(?:['’]ve| have)?(?: \p{Ll}+ly| just| now| also| already)* (?:add|remov|cancel|set|clos|open|reopen|assign|mark|book|start|stop|restart|enabl|disabl|activat|deactivat|reduc|increas|rais|lower|extend|refund|resolv|complet|approv|reject|chang|updat|put)\p{Ll}*\b/u,
  /\b(?:as (?:you )?(?:asked|requested)|per your request|successfully)\b/i,
]
export const isChange = (text: string) => changes.some((words) => words.test(text))
