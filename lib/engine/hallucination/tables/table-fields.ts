import { isContent, type Token } from '../words/tokens'
import { type Claim, isOfOneForm, isStated, isValue, type TableConflict } from './table-claims'
import { deniesColumn, hasToken, isYes, namesColumn, namesColumnAt } from './table-mentions'
import type { Cell, Column, Table, TableRecord } from './tables'

/** Finds the value of another field of the one record: "the monthly limit is" followed by the daily one. */
export function fieldOf(claim: Claim, record: TableRecord): TableConflict | null {
  const { table, cells, tokens, columns, mentions, isDenied, isCompared } = claim
  const flag = flagOf(claim, record) ?? stateOf(claim, record)
  if (flag) return flag
  if (isDenied || isCompared) return null
  const own = [...record.cells.values()]
  const values = [
    ...mentions.map(({ from, to, column }) => ({ from, to, columns: [column] })),
    ...tokens.flatMap((token, at) => {
      const having = own.filter((cell) => isValue(cell, token)).map(({ column }) => column)
      return having.length > 0 ? [{ from: at, to: at + 1, columns: having }] : []
    }),
  ]
  const placed = values.map((value) => ({
    ...value,
    linked: columns.filter((one) => isLinked(value.from, value.to, claim, table.columns[one] as Column)),
  }))
  for (const { from, to, columns: having, linked } of placed) {
    const [column] = linked
    if (column === undefined || linked.length !== 1 || having.includes(column)) continue
    const field = table.columns[column] as Column
    // "The thermostat is online" gives the flag no value.
    if (field.isFlag && tokens.slice(to).some((token) => namesColumn(token, field))) continue
    if (field.words.has('id') || cells.isRepeated(field) || cells.isShared(tokens[from] as Token)) continue
    // "The ticket is about billing" says nothing of its number, and "the job failed" nothing of its name.
    const isBehind = from > 0 && namesColumn(tokens[from - 1] as Token, field)
    const naming = isBehind ? compound : numbered
    if (naming.test(record.cells.get(column)?.text ?? '') && tokens.slice(from, to).every(isWord)) continue
    // A code that tells of what the statement is has no number, date or word as its value.
    // "12 seats" are the `seats`, whatever else is told of a price per seat.
    if (tokens[from]?.number && having.some((one) => isNameOf(tokens[to], one, claim))) continue
    if (having.every((one) => isCode(record.cells.get(one))) && !isCode(record.cells.get(column))) continue
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

const isCode = (cell: Cell | undefined) => compound.test(cell?.text ?? '') && /\d/.test(cell?.text ?? '')
const numbered = /^(?:\p{L}{1,8}[-_]?\d[\w-]*|\d+[-_]?\p{L}{1,3})$/u
const compound = /^\p{L}[\p{L}\d]*(?:[-_.\d][\p{L}\d]*)+$/u
const isWord = ({ kind }: Token) => kind === 'word'

/** Whether a field is called by a word and no more, apart from what all fields are called. */
function isNameOf(token: Token | undefined, column: number, { table: { columns } }: Claim): boolean {
  const [word, more] = [...(columns[column]?.words ?? [])].filter(
    (one) => !columns.every(({ words }) => words.has(one)),
  )
  return word !== undefined && more === undefined && token?.term.key === word
}

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

const condition = /^(?:if|when|once|unless|until|whether)$/
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
    while (tokens[place] && !namesColumnAt(tokens, place, column) && !isContent(tokens[place] as Token)) {
      isCopula ||= copula.test(tokens[place]?.term.key ?? '')
      place += step
    }
    // A word of the field that other fields have, too, "limit", may stand between.
    while (tokens[place] && column.words.has(tokens[place]?.term.key ?? '') && !namesColumnAt(tokens, place, column))
      place += step
    if (namesColumnAt(tokens, place, column) && (isCopula || (step < 0 && place === from - 1))) return true
  }
  return false
}

const scope = /^(?:only|all|every|any|unless|until|if|once|when|either|neither|should|would|could|can|may|might)$/

/** Finds a yes where a row has no, and the other way round: "web-2 is healthy". */
export function flagOfRow({ table, tokens, names, isDenied }: Claim, record: TableRecord): TableConflict | null {
  if (tokens.some(({ term }) => scope.test(term.key))) return null
  const isLacking = tokens.some(({ term }) => term.key === 'lack')
  const said = tokens.filter((_, at) => !names.some(({ from, to }) => at >= from && at < to))
  for (const [column, field] of table.columns.entries()) {
    const token = said.find((one) => deniesColumn(one, field) || namesColumn(one, field))
    if (!token || !field.isFlag || !record.cells.has(column)) continue
    const behind = tokens.slice(tokens.indexOf(token) + 1)
    // "Passed maths" tells of another field, "passed without a fail" does not deny it.
    const next = behind.find(isContent)
    if (next && table.columns.some((one) => one !== field && namesColumn(next, one))) continue
    if (behind.some(({ term }) => term.key === 'without')) continue
    const isTrue = deniesColumn(token, field) ? isDenied : isDenied === isLacking
    if (isYes(record, column) !== isTrue) return { token, record, column }
  }
  return null
}

/** Finds a plain denial of a state that the record has, and no more than that: "ORD-1 isn't pending". */
export function deniedState({ tokens, names, table }: Claim, record: TableRecord): TableConflict | null {
  const said = tokens.filter((_, at) => !names.some(({ from, to }) => at >= from && at < to))
  const [token, more] = said.filter((one) => isContent(one) && !isOfNames(one, table))
  if (!token || more || token.number || said.some(({ term }) => unsettled.test(term.key))) return null
  const isState = ({ column, tokens: [word, other] }: Cell) =>
    !table.columns[column]?.isKey && other === undefined && word?.term === token.term && isOfOneForm(token, word)
  const cell = [...record.cells.values()].find(isState)
  return cell ? { token, record, column: cell.column } : null
}

const unsettled =
  /^(?:only|just|yet|any|anymor|longer|if|unless|until|when|should|would|may|might|can|could|than|or|nor|and|but)$/
const isOfNames = ({ term }: Token, { names, columns }: Table) =>
  names.has(term.key) || columns.some(({ words }) => words.has(term.key))
