import type { Claim, TableConflict } from './table-claims'
import { deniesColumn, isYes, measureOf, namesColumn } from './table-mentions'
import type { Cell, Column, TableRecord } from './tables'
import { isContent, type Token } from './tokens'

const scope = /^(?:only|all|every|any|unles|until|if|once|when|either|neither|should|would|could|can|may|might)$/

/** Finds a yes where the record has no, and the other way round. */
export function flagOf(claim: Claim, record: TableRecord): TableConflict | null {
  const { table, tokens } = claim
  if (tokens.some(({ term }) => scope.test(term.key))) return null
  for (const [column, { isFlag }] of table.columns.entries()) {
    const found = isFlag ? stateOf(claim, column) : null
    if (found && record.cells.has(column) && isYes(record, column) !== found.isTrue)
      return { token: found.token, record, column }
  }
  return null
}

/** Whether a claim says yes or no of a field. */
function stateOf({ tokens, table, isDenied, names }: Claim, column: number): { token: Token; isTrue: boolean } | null {
  const field = table.columns[column] as Column
  for (const [at, token] of tokens.entries()) {
    if (names.some(({ from, to }) => at >= from && at < to)) continue
    const isLacking = tokens.some(({ term }) => term.key === 'lack')
    if (deniesColumn(token, field)) return { token, isTrue: isDenied }
    if (namesColumn(token, field)) return { token, isTrue: isDenied === isLacking }
  }
  return null
}

/** Finds "all" and "none" where a record differs. */
export function quantityOf(claim: Claim): TableConflict | null {
  const { table, tokens, mentions, names } = claim
  const [first] = tokens
  const isAll = /^(?:all|every|each)$/.test(first?.term.key ?? '')
  if (!isAll && !/^(?:no|none)$/.test(first?.term.key ?? '')) return null
  if (names.length > 0 || claim.isCompared) return null
  const mention = mentions.find(({ column }) => !table.columns[column]?.isFlag)
  const rest = tokens.filter((token, at) => {
    if (!isContent(token) || table.names.has(token.term.key)) return false
    if (mention && at >= mention.from && at < mention.to) return false
    return !table.columns.some((column) => namesColumn(token, column) || deniesColumn(token, column))
  })
  if (rest.length > 0 || tokens.some(({ number }) => number)) return null
  if (mention) {
    const text = mention.record.cells.get(mention.column)?.text.toLowerCase()
    const isIt = ({ cells }: TableRecord) => cells.get(mention.column)?.text.toLowerCase() === text
    const other = table.records.find((one) => one.cells.has(mention.column) && isIt(one) !== isAll)
    return other ? { token: first as Token, record: other, column: mention.column } : null
  }
  for (const [column, { isFlag }] of table.columns.entries()) {
    const state = isFlag ? stateOf({ ...claim, isDenied: false }, column) : null
    const other =
      state && table.records.find((one) => one.cells.has(column) && isYes(one, column) !== (state.isTrue === isAll))
    if (other) return { token: first as Token, record: other, column }
  }
  return null
}

const most = /^(?:highest|most|largest|biggest|greatest|longest|maximum)$/
const least = /^(?:lowest|least|fewest|smallest|shortest|minimum)$/
const dear = /^(?:cheapest|expensiv|dearest)$/
/** What the superlative of an adjective measures, and whether it is the least. */
const measures: readonly (readonly [words: RegExp, isLeast: boolean, of: RegExp])[] = [
  [/^heaviest$/, false, /^(?:weight|mass|kg|lb|gram)$/],
  [/^lightest$/, true, /^(?:weight|mass|kg|lb|gram)$/],
  [/^longest$/, false, /^(?:length|duration|km|minut|min|second)$/],
  [/^shortest$/, true, /^(?:length|duration|km|minut|min|second)$/],
  [/^tallest$/, false, /^height$/],
  [/^oldest$/, false, /^age$/],
  [/^youngest$/, true, /^age$/],
  [/^(?:warmest|hottest)$/, false, /^(?:temp|temperatur)$/],
  [/^(?:coldest|coolest)$/, true, /^(?:temp|temperatur)$/],
]
const idle =
  /^(?:sell|sold|sale|make|made|produc|earn|pay|paid|consum|measur|regist|build|built|quarter|half|first|second|third|fourth|has|have|had|hold|show|contain|offer|reach|cost|use|get|take|took|last|run|with|item|row|record|entry|option|record|employ|charg|total)$/

/** Finds "the most" of a field that another record has. */
export function superlativeOf(claim: Claim, record: TableRecord): TableConflict | null {
  const { tokens, table, names } = claim
  const at = tokens.findIndex(
    ({ term }) =>
      most.test(term.key) ||
      least.test(term.key) ||
      dear.test(term.key) ||
      measures.some(([word]) => word.test(term.key)),
  )
  const token = tokens[at]
  const measure = measures.find(([word]) => token && word.test(token.term.key))
  const isName = (place: number) => names.some(({ from, to }) => place >= from && place < to)
  if (!token || names.length === 0 || tokens.some(({ number }, place) => number && !isName(place))) return null
  const isPrice = token.term.key === 'cheapest' || tokens[at + 1]?.term.key === 'expensiv'
  const isNamed = (column: Column) =>
    measure && claim.columns.length === 0
      ? [...column.words].some((word) => measure[2].test(word))
      : isPrice
        ? isPriced(column)
        : claim.columns.includes(table.columns.indexOf(column))
  const measured = table.columns.flatMap((column, place) =>
    isNamed(column) && table.records.every(({ cells }) => amountOf(cells.get(place)) !== null) ? [place] : [],
  )
  const [column] = measured
  if (column === undefined || measured.length > 1) return null
  const isPlain = tokens.every(
    (one, place) =>
      !isContent(one) ||
      place === at ||
      idle.test(one.term.key) ||
      /^(?:expensiv)$/.test(one.term.key) ||
      table.names.has(one.term.key) ||
      isName(place) ||
      table.columns.some((each) => each.words.has(one.term.key) || namesColumn(one, each)),
  )
  if (!isPlain) return null
  const amounts = table.records.map(({ cells }) => amountOf(cells.get(column)) ?? 0)
  const isLeast =
    measure?.[1] || least.test(token.term.key) || token.term.key === 'cheapest' || tokens[at - 1]?.term.key === 'least'
  const best = isLeast ? Math.min(...amounts) : Math.max(...amounts)
  if (amounts[table.records.indexOf(record)] === best) return null
  const holder = table.records[amounts.indexOf(best)] as TableRecord
  return { token, record: holder, column }
}

/** Finds "the highest score was 3" where another is higher, and the value that is named is that of some record. */
export function extremeOf({ table, tokens, names, columns, isDenied, isCompared }: Claim): TableConflict | null {
  const at = tokens.findIndex(({ term }) => most.test(term.key) || least.test(term.key))
  const token = tokens[at]
  const numbers = tokens.filter(({ number }) => number)
  const [value] = numbers
  const [column] = columns
  if (!token || isDenied || isCompared || names.length > 0 || !value?.number || numbers.length > 1) return null
  if (column === undefined || columns.length > 1 || table.records.length < 3) return null
  const isPlain = tokens.every(
    (one) =>
      !isContent(one) ||
      one === token ||
      idle.test(one.term.key) ||
      table.names.has(one.term.key) ||
      namesColumn(one, table.columns[column] as Column) ||
      /^(?:value|figure|measur|reading|score|rate|unit)$/.test(one.term.key) ||
      (table.columns[column] as Column).words.has(one.term.key),
  )
  if (!isPlain) return null
  const amounts = table.records.map(({ cells }) => amountOf(cells.get(column)))
  const known = amounts.filter((one) => one !== null)
  const stated = value.number.value
  const best = least.test(token.term.key) ? Math.min(...known) : Math.max(...known)
  if (known.length < 3 || stated === best || !known.includes(stated)) return null
  return { token: value, record: table.records[amounts.indexOf(best)] as TableRecord, column }
}

function isPriced({ words, unit }: Column): boolean {
  return [...words].some((word) => /^(?:pric|cost|fare|fee)/.test(word)) || /^[$€£¥]$/.test(unit ?? '')
}

function amountOf(cell: Cell | undefined): number | null {
  return measureOf(cell)?.number?.value ?? null
}
