import { isEquivalent } from './alignment'
import { areAlike } from './opposites'
import { areSynonyms } from './siblings'
import { stemOf } from './stems'
import { type Claim, isStated, isValue, type TableConflict } from './table-claims'
import { deniesColumn, hasToken, isYes, measureOf, namesColumn } from './table-mentions'
import type { Cell, Column, TableRecord } from './tables'
import { isContent, type Token } from './tokens'

/** Finds the value of another field of the one record: "the monthly limit is" followed by the daily one. */
export function fieldOf(claim: Claim, record: TableRecord): TableConflict | null {
  const { table, cells, tokens, columns, mentions, isDenied, isCompared } = claim
  const recipient = senderOf(claim, record)
  if (recipient) return recipient
  const flag = flagOf(claim, record) ?? stateOf(claim, record)
  if (flag) return flag
  if (isDenied || isCompared) return null
  const values = [
    ...mentions.map(({ from, to, column }) => ({ from, to, columns: [column] })),
    ...tokens.flatMap((token, at) => {
      const having = [...record.cells.values()].filter((cell) => isValue(cell, token)).map(({ column }) => column)
      return having.length > 0 ? [{ from: at, to: at + 1, columns: having }] : []
    }),
  ]
  const placed = values.map((value) => ({
    ...value,
    linked: columns.filter((one) => isLinked(value.from, value.to, claim, table.columns[one] as Column)),
  }))
  const wrong = wrongMeasure(claim, record)
  if (wrong) return wrong
  for (const { from, to, columns: having, linked } of placed) {
    const [column] = linked
    if (column === undefined || linked.length !== 1 || having.includes(column)) continue
    const field = table.columns[column] as Column
    if (field.words.has('id') || cells.isRepeated(field) || cells.isShared(tokens[from] as Token)) continue
    // A value that is linked to another field, too, is exchanged.
    const stated = placed.filter((other) => other.columns.includes(column))
    const isSaid =
      stated.length === 0
        ? isStated(record, column, claim)
        : stated.some((other) => other.linked.length === 0 || other.linked.includes(column))
    if (isSaid || tokens.slice(from, to).some((token) => hasToken(record.cells.get(column), token))) continue
    return { token: tokens[from] as Token, record, column }
  }
  return null
}

/** Finds a number as the value of a field that has another, which no field has: "the read timeout is 10 seconds". */
export function wrongMeasure(claim: Claim, record: TableRecord): TableConflict | null {
  const { table, cells, tokens, columns, mentions } = claim
  const isName = (at: number) => mentions.some(({ from, to }) => at >= from && at < to)
  const numbers = tokens.flatMap((token, at) => (token.number && !isName(at) ? [at] : []))
  const [at] = numbers
  if (at === undefined || numbers.length > 1 || tokens.some(({ term }) => rough.test(term.key))) return null
  const token = tokens[at] as Token
  const linked = columns.filter((one) => isLinked(at, at + 1, claim, table.columns[one] as Column))
  const [column] = linked
  const value = column === undefined ? undefined : measureOf(record.cells.get(column))
  if (column === undefined || linked.length > 1 || !value?.number || !token.number) return null
  const field = table.columns[column] as Column
  if (field.words.has('id') || cells.isRepeated(field) || isEquivalent(token, value)) return null
  const [unit, other] = [token.number.unit, value.number.unit ?? field.unit]
  const isAlike = unit === other || unit === null || other === null
  // A rounded or converted value is the same.
  const isNear = Math.abs(token.number.value - value.number.value) < Math.max(token.number.step, value.number.step)
  return isAlike && !isNear && !cells.hasMeasure(token) ? { token, record, column } : null
}

const rough =
  /^(?:about|around|approximat|almost|near|nearly|roughly|over|under|least|most|more|less|up|to|from|between|per|time|another)$/

/** Finds a yes or no as the predicate of a plain statement, where the only record says otherwise: "the account is active". */
function flagOf({ table, cells, tokens, isDenied }: Claim, record: TableRecord): TableConflict | null {
  if (tokens.filter(isContent).length > 2 || tokens.some(({ number }) => number)) return null
  for (const [column, field] of table.columns.entries()) {
    const last = tokens.at(-1)
    const before = tokens[tokens.length - (isDenied ? 3 : 2)]
    if (!field.isFlag || !last || cells.isRepeated(field) || !copula.test(before?.term.key ?? '')) continue
    const said = deniesColumn(last, field) ? isDenied : field.words.has(last.term.key) ? !isDenied : null
    if (said !== null && said !== isYes(record, column)) return { token: last, record, column }
  }
  return null
}

const condition = /^(?:if|when|once|unles|until|whether)$/
const states = {
  on: /^(?:on|enabl|enabled|activ|activated|allow|allowed|tru|true|permit|permitted)$/,
  off: /^(?:off|disabl|disabled|inactiv|deactivated|deactivat|forbid|forbidden|prohibit|prohibited|fals|false)$/,
}

/** Finds a setting that is said to be on where the record has it off, and the other way round: "gzip is enabled". */
function stateOf({ table, cells, tokens, isDenied, columns }: Claim, record: TableRecord): TableConflict | null {
  if (tokens.some(({ term }) => condition.test(term.key))) return null
  const copulaAt = tokens.findIndex(({ term }) => copula.test(term.key))
  const last = tokens.at(-1)
  const named = columns.filter((column) => table.columns[column]?.isFlag)
  const [column] = named
  if (copulaAt < 1 || !last || column === undefined || named.length > 1) return null
  const isOn = states.on.test(last.term.key)
  if (!isOn && !states.off.test(last.term.key)) return null
  const isNamed = tokens.slice(0, copulaAt).some((token) => namesColumn(token, table.columns[column] as Column))
  if (!isNamed || cells.isRepeated(table.columns[column] as Column)) return null
  return (isOn !== isDenied) === isYes(record, column) ? null : { token: last, record, column }
}

const copula = /^(?:is|are|was|were|wa|be|equal)$/

/** Whether a value is that of a field by the words between them: "the limit is 2000", "143 bags", "Allergies: …". */
function isLinked(from: number, to: number, { tokens }: Claim, column: Column): boolean {
  for (const step of [-1, 1]) {
    let place = step < 0 ? from - 1 : to
    let isCopula = tokens[from]?.kind === 'number'
    while (tokens[place] && !namesColumn(tokens[place] as Token, column) && !isContent(tokens[place] as Token)) {
      isCopula ||= copula.test(tokens[place]?.term.key ?? '')
      place += step
    }
    // A word of the field that other fields have, too, "limit", may stand between.
    while (
      tokens[place] &&
      column.words.has(tokens[place]?.term.key ?? '') &&
      !namesColumn(tokens[place] as Token, column)
    )
      place += step
    const token = tokens[place]
    if (token && namesColumn(token, column) && (isCopula || (step < 0 && place === from - 1))) return true
  }
  return false
}

const sends = /^(?:writ|send|sent|mail|email|tell|told|ask|inform|remind|thank|invit)$/

/** Finds the recipient of a mail as its sender: "<To> wrote to <From>". */
function senderOf({ table, tokens, mentions }: Claim, record: TableRecord): TableConflict | null {
  const at = (title: string) => {
    const column = table.columns.findIndex((one) => one.title.toLowerCase() === title)
    return mentions.find((one) => one.column === column)
  }
  const verb = tokens.findIndex(({ term }) => sends.test(term.key))
  const [from, to] = [at('from'), at('to')]
  if (verb < 0 || !from || !to || to.from > verb || from.from < verb) return null
  if (tokens.slice(verb, from.from).some(({ term }) => /^(?:by|from)$/.test(term.key))) return null
  return { token: tokens[to.from] as Token, record, column: from.column }
}

const being = /^(?:is|are|was|were|wa)$/
const article = /^(?:a|an|the)$/
/** Fields whose value is one of several words. Others, such as a name or a booking, may be the subject of any statement. */
const stateFields = new Set(
  'status state class type method category priority level colour color mode plan tier role currency language department severity stage phase outcome grade shape gender'
    .split(' ')
    .map(stemOf),
)
/** Words of a value, and of what is said in its place. */
const wordsMax = 3
const stemMin = 4

/**
 * Finds a word as the value of a field that has another: "the status is delivered", where the record has "processed". Only a warning, since
 * it may be a synonym.
 */
export function otherWordOf(
  { table, tokens, cells, isDenied, isCompared }: Claim,
  record: TableRecord,
): TableConflict | null {
  const at = tokens.findIndex(({ term }) => being.test(term.key))
  if (at < 1 || isDenied || isCompared) return null
  const predicate = tokens.slice(at + 1).filter(({ term }) => !article.test(term.key))
  const [first] = predicate
  if (!first || predicate.length > wordsMax || !predicate.every(isContent)) return null
  const before = tokens.slice(0, at)
  const columns = [...record.cells.values()].filter(({ column }) => {
    const field = table.columns[column]
    return field && before.some((token) => stateFields.has(token.term.key) && namesColumn(token, field))
  })
  const [cell] = columns
  const field = cell && table.columns[cell.column]
  if (!cell || !field || columns.length > 1 || cells.isRepeated(field) || !isWords(cell)) return null
  const isKnown = (token: Token) =>
    table.records.some((one) => [...one.cells.values()].some((other) => hasToken(other, token))) ||
    cell.tokens.some((other) => maySayTheSame(token.term.key, other.term.key))
  return predicate.some(isKnown) ? null : { token: first, record, column: cell.column, isWeak: true }
}

const isWords = ({ text, tokens }: Cell) =>
  tokens.length > 0 && tokens.length <= wordsMax && tokens.every(isContent) && !/\d/.test(text)

function maySayTheSame(one: string, other: string): boolean {
  return one.slice(0, stemMin) === other.slice(0, stemMin) || areAlike(one, other) || areSynonyms(one, other)
}
