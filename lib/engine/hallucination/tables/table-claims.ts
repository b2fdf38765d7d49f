import { isEquivalent } from '../sources/alignment'
import { negationsIn } from '../words/quantifiers'
import { type Token, isContent } from '../words/tokens'
import { type CellIndex, type Mention, hasToken, measureOf, namesColumn } from './table-mentions'
import type { Cell, Column, Table, TableRecord } from './tables'

/** Words with which values of several records, or calculated ones, are told. */
const compared =
  /^(?:than|more|less|fewer|ahead|behind|between|among|differenc|gap|total|sum|togeth|together|combin|combined|averag|mean|both|each|compar|compared|versus|vs|like|unlik|except|instead|rather|other|others|respectiv|respectively)$/
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
  const free = tokens.filter((_, at) => !names.some(({ from, to }) => at >= from && at < to))
  const isCounted = names.some(({ from }) => tokens[from - 1]?.number)
  const periods = periodsIn(tokens)
  const columns = table.columns.flatMap((column, at) =>
    free.some((token) => refersTo(token, column, table)) ||
    (isCounted && isCount(column)) ||
    isOfPeriod(column, tokens, periods)
      ? [at]
      : [],
  )
  return {
    table,
    cells,
    tokens,
    mentions,
    names,
    columns,
    isCompared: tokens.some(({ term }) => compared.test(term.key)),
    isDenied: negationsIn(tokens) % 2 === 1,
  }
}

const ordinals = ['first', 'second', 'third', 'fourth']

/** The quarters and halves that are named, as fields are called: "the first quarter" is `q1`. */
function periodsIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ term: { key } }, at) => {
    const place = ordinals.indexOf(key) + 1
    const next = tokens[at + 1]?.term.key
    return place > 0 && next === 'quarter' ? [`q${place}`] : place > 0 && next === 'half' ? [`h${place}`] : []
  })
}

/** Whether a field is called after a period and what is measured, and both are named: `q1_units`. */
function isOfPeriod({ words }: Column, tokens: readonly Token[], periods: readonly string[]): boolean {
  const rest = [...words].filter((word) => !periods.includes(word))
  return (
    rest.length > 0 && rest.length < words.size && rest.every((word) => tokens.some(({ term }) => term.key === word))
  )
}

const isCount = ({ words }: Column) => [...words].some((word) => /^(?:qty|quantity|count|stock|number)$/.test(word))

/** Whether a token names a column, or has the unit of no other. */
function refersTo(token: Token, column: Column, { columns }: Table): boolean {
  if (namesColumn(token, column)) return true
  const unit = token.number?.unit
  return unit != null && column.unit === unit && columns.filter((one) => one.unit === unit).length === 1
}

export const isNaming = ({ record, column }: Mention, table: Table) =>
  record.table === table && (table.columns[column]?.isKey ?? false)

/** Whether the value of a field is in the claim. */
export function isStated(record: TableRecord, column: number, { tokens }: Claim): boolean {
  const cell = record.cells.get(column)
  return (
    cell === undefined || tokens.some((token) => (token.kind !== 'word' || isContent(token)) && hasToken(cell, token))
  )
}

/** Whether a token is the value. */
export function isValue(cell: Cell, token: Token): boolean {
  const value = measureOf(cell)
  return value !== undefined && value.kind === token.kind && isEquivalent(token, value)
}
