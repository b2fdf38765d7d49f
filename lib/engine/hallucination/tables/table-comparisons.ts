import { unitOf } from '../numbers/units'
import { isContent, type Token } from '../words/tokens'
import type { Claim, TableConflict } from './table-claims'
import { hasToken, measureOf, namesColumn } from './table-mentions'
import type { Cell, Column, TableRecord } from './tables'

const greater = /^(?:more|higher|larger|bigger|greater|longer|taller|heavier|older|faster|deeper|wider|later)$/
const lesser = /^(?:less|fewer|lower|smaller|shorter|lighter|younger|cheaper|earlier)$/
const than = /^than$/
const between = 6

/** Finds "A has more … than B" where the table has it the other way round. */
export function comparedOf({ table, tokens, names, isDenied }: Claim): TableConflict | null {
  const at = tokens.findIndex(({ term }) => greater.test(term.key) || lesser.test(term.key))
  const middle = tokens.findIndex(({ term }, place) => place > at && than.test(term.key))
  const word = tokens[at]
  if (!word || middle < 0 || middle - at > between || isDenied) return null
  const left = names.filter(({ to }) => to <= at)
  const right = names.filter(({ from }) => from > middle)
  const [one, other] = [left[0]?.record, right[0]?.record]
  if (!one || !other || one === other || left.length > 1 || right.length > 1) return null
  const said = tokens.filter((_, place) => !names.some(({ from, to }) => place >= from && place < to))
  if (said.some(({ number }) => number)) return null
  const numeric = table.columns.flatMap((column, place) =>
    !column.isKey && table.records.every(({ cells }) => measureOf(cells.get(place))?.number) ? [{ column, place }] : [],
  )
  const named = numeric.filter(({ column }) =>
    said.some((token) => namesColumn(token, column) || isUnitOf(token, column)),
  )
  const measured = numeric.filter(({ column }) => isMeasuredBy(word, tokens[at + 1], column))
  // "Higher than" tells of the only number there is.
  const [chosen, more] = named.length > 0 ? named : measured.length > 0 ? measured : middle === at + 1 ? numeric : []
  if (!chosen || more) return null
  const [own, theirs] = [one, other].map(({ cells }) => measureOf(cells.get(chosen.place))?.number?.value ?? 0)
  const isMore = (own ?? 0) > (theirs ?? 0)
  return own === theirs || isMore !== greater.test(word.term.key)
    ? { token: word, record: other, column: chosen.place }
    : null
}

const linking = /^(?:titl|title|call|nam|name|belong|about|concern)$/

/** Finds two values that name different records told of one, with nothing else: "WEB-12 is about the export". */
export function ofTwoRecords({ table, tokens, names, isDenied, isCompared }: Claim): TableConflict | null {
  const [one, other, more] = names
  if (isDenied || isCompared || !one || !other || more || one.column === other.column || one.record === other.record)
    return null
  const isLinking = (token: Token) =>
    !isContent(token) ||
    linking.test(token.term.key) ||
    table.names.has(token.term.key) ||
    table.columns.some(({ words }) => words.has(token.term.key))
  const said = tokens.filter((_, place) => !names.some(({ from, to }) => place >= from && place < to))
  const isJoined = said.some(({ term }) => /^(?:and|or|with|after|before|befor|then|from|to|both)$/.test(term.key))
  if (isJoined || said.length === 0 || !said.every(isLinking) || said.some(({ number }) => number)) return null
  return { token: tokens[other.from] as Token, record: one.record, column: other.column }
}

/** Whether a comparative tells by itself what it compares: "heavier", "cheaper", "more expensive". */
function isMeasuredBy({ term: { key } }: Token, next: Token | undefined, column: Column): boolean {
  if (key === 'cheaper' || next?.term.key === 'expensiv') return isPriced(column)
  const [, , of] = measures.find(([word]) => word.test(key.replace(/er$/, 'est'))) ?? []
  return of !== undefined && [...column.words].some((word) => of.test(word))
}

function isUnitOf({ term }: Token, { words, unit }: Column): boolean {
  const own = unitOf(term.key)
  return own !== null && (own === unit || [...words].some((one) => unitOf(one) === own))
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
  [/^(?:largest|biggest)$/, false, /^(?:populat|inhabitant|resident|area|siz)/],
  [/^smallest$/, true, /^(?:populat|inhabitant|resident|area|siz)/],
  [/^tallest$/, false, /^height$/],
  [/^oldest$/, false, /^age$/],
  [/^youngest$/, true, /^age$/],
  [/^(?:warmest|hottest)$/, false, /^(?:temp|temperatur)$/],
  [/^(?:coldest|coolest)$/, true, /^(?:temp|temperatur)$/],
]
const idle =
  /^(?:scor|win|gain|collect|receiv|attract|drew|draw|deliver|sell|sold|sale|make|made|produc|earn|pay|paid|consum|measur|regist|build|built|quarter|half|first|second|third|fourth|has|have|had|hold|show|contain|offer|reach|cost|use|get|take|took|last|run|with|item|row|record|entry|option|record|employ|charg|total)$/

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
  // "Of the three" where the table has as many.
  const isOtherNumber = ({ number }: Token, place: number) =>
    number && !isName(place) && (number.value !== table.records.length || tokens[place - 1]?.term.key !== 'the')
  if (!token || names.length === 0 || tokens.some(isOtherNumber)) return null
  // "The second cheapest", "one of the cheapest" and "after A, the cheapest" are others.
  if (tokens.some(({ term }, place) => ranked.test(term.key) || isOneOf(tokens, place))) return null
  const isMeasured = (place: number) => table.records.every(({ cells }) => amountOf(cells.get(place)) !== null)
  // "The largest town" where nothing tells of what kind each record is.
  const isOneKind = table.columns.every(({ isKey }, place) => isKey || isMeasured(place))
  const isKind = (place: number) =>
    place === at + 1 || (tokens[place - 1]?.term.key === 'the' && tokens[place - 2]?.term.key === 'of')
  const isOfAll = tokens.some(({ number }) => number?.value === table.records.length)
  const isPrice = token.term.key === 'cheapest' || tokens[at + 1]?.term.key === 'expensiv'
  const isNamed = (column: Column) =>
    measure && claim.columns.length === 0
      ? [...column.words].some((word) => measure[2].test(word))
      : isPrice
        ? isPriced(column)
        : claim.columns.includes(table.columns.indexOf(column))
  const measured = table.columns.flatMap((column, place) => (isNamed(column) && isMeasured(place) ? [place] : []))
  const [column] = measured
  if (column === undefined || measured.length > 1) return null
  const isPlain = tokens.every(
    (one, place) =>
      !isContent(one) ||
      place === at ||
      idle.test(one.term.key) ||
      /^(?:expensiv)$/.test(one.term.key) ||
      table.names.has(one.term.key) ||
      (isOfAll && tokens[place - 1]?.number !== undefined) ||
      isOfNames(one, claim) ||
      (isOneKind && isKind(place)) ||
      isName(place) ||
      table.columns.some((each) => each.words.has(one.term.key) || namesColumn(one, each)),
  )
  if (!isPlain) return null
  // Of those "in stock" or "available", another may be.
  const isOfSome = (one: Column, at: number) =>
    at !== column && !one.isKey && tokens.some((word, place) => !isName(place) && namesColumn(word, one))
  if (table.columns.some(isOfSome)) return null
  const amounts = table.records.map(({ cells }) => amountOf(cells.get(column)) ?? 0)
  const isLeast =
    measure?.[1] || least.test(token.term.key) || token.term.key === 'cheapest' || tokens[at - 1]?.term.key === 'least'
  const best = isLeast ? Math.min(...amounts) : Math.max(...amounts)
  if (amounts[table.records.indexOf(record)] === best) return null
  const holder = table.records[amounts.indexOf(best)] as TableRecord
  return { token, record: holder, column }
}

const ranked =
  /^(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|next|after|besid|except|apart|among|amongst)$/
const isOneOf = (tokens: readonly Token[], at: number) =>
  tokens[at]?.term.key === 'one' && tokens[at + 1]?.term.key === 'of' && tokens[at + 2]?.number === undefined

/** Whether it is a part of what the records are called: "plan" where one is the "Basalt plan". */
function isOfNames(token: Token, { table }: Claim): boolean {
  return table.columns.some(
    ({ isKey }, at) => isKey && table.records.every(({ cells }) => hasToken(cells.get(at), token)),
  )
}

function isPriced({ words, unit }: Column): boolean {
  return [...words].some((word) => /^(?:pric|cost|fare|fee)/.test(word)) || /^[$€£¥]$/.test(unit ?? '')
}

function amountOf(cell: Cell | undefined): number | null {
  return measureOf(cell)?.number?.value ?? null
}
