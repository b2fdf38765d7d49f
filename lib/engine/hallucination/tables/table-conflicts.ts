import { claimSpan, type HallucinationFinding } from '../finding'
import { isEquivalent } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import { segmentsOf } from '../sources/segments'
import { hasFields } from '../text/plain-text'
import { allBut, isNegation } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { TableMaterial } from './given-tables'
import {
  type Claim,
  countsRecords,
  isChange,
  isNaming,
  isOfOneForm,
  isStated,
  isValue,
  type TableConflict,
  toClaim,
} from './table-claims'
import { deniedState, fieldOf, flagOfRow } from './table-fields'
import { type CellIndex, hasToken, type Mention, measureOf, namesColumn, namesColumnAt } from './table-mentions'
import type { Column, TableRecord } from './tables'

const predicative = /^(?:is|are|was|were|be|been|being|has|have|had|a|an|the|in|at|by|to|from|of|for|with|wa|ha)$/

const question = /\?\s*$/

/** Finds values that a table, list or form of the sources gives to another record or field. */
export function findTableConflicts({ output, readings, tables }: TableMaterial): HallucinationFinding[] {
  const { all, cells, prose } = tables()
  if (all.length === 0) return []
  return readings().flatMap((sentence): HallucinationFinding[] => {
    const found =
      mayMention(sentence, cells) &&
      !question.test(sentence.text) &&
      !hasFields(sentence.text) &&
      !allBut.test(sentence.text) &&
      !isChange(sentence.text)
        ? conflictIn(sentence, cells, prose())
        : null
    if (!found || isRounded(found, sentence.text)) return []
    const { token, record, column } = found
    const span = claimSpan(output, sentence.start + token.start, sentence.start + token.end)
    return [
      {
        type: 'source_contradiction',
        verdict: 'contradicted',
        severity: 'likely',
        confidence: 0.8,
        span,
        evidence: `The source says: ${describeRecord(record, column)}.`,
      },
    ]
  })
}

const about = /(?:\b(?:about|around|approximately|roughly|nearly|almost|some)|~)\s*[$€£]?$/i
/** How far a rounded value may be from the exact one, as a share of that. */
const roundedMax = 0.02

/** Whether a number is told as "about" the value of the field, and is near it. */
function isRounded({ token, record, column }: TableConflict, text: string): boolean {
  const given = measureOf(record.cells.get(column))?.number?.value
  if (!token.number || given === undefined || !about.test(text.slice(0, token.start))) return false
  return Math.abs(token.number.value - given) <= roundedMax * Math.abs(given)
}

/** The record by what names it, with some of its fields. */
export function describeRecord({ table, cells }: TableRecord, ...told: readonly number[]): string {
  const name = table.columns.findIndex(({ isKey }, at) => isKey && !told.includes(at))
  const shown = table.records.length === 1 ? told : [...new Set(name < 0 ? [0, 1, ...told] : [name, ...told])]
  return shown
    .flatMap((at) => (cells.has(at) ? `${table.columns[at]?.title} "${cells.get(at)?.text.slice(0, 80)}"` : []))
    .join(', ')
}

function mayMention({ table, from, to }: ReadSentence, cells: CellIndex): boolean {
  for (let at = from; at < to; at++) if (cells.hasTerm(table.term(at))) return true
  return false
}

const listMarker = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/

function conflictIn(sentence: ReadSentence, cells: CellIndex, prose: readonly string[]): TableConflict | null {
  const marker = listMarker.exec(sentence.text)?.[0].length ?? 0
  const tokens = sentence.tokens().filter(({ start }) => start >= marker)
  const parts = segmentsOf(sentence.text, tokens).map(({ tokens }) => ({
    tokens,
    mentions: cells.mentionsIn(tokens, sentence.text),
  }))
  const mentions = parts.flatMap((part) => part.mentions)
  for (const table of cells.tablesOf(tokens, mentions)) {
    const named = new Set(
      parts.flatMap((part) =>
        part.mentions.filter((one) => isNaming(one, table) && isMeant(one, part.tokens)).map(({ record }) => record),
      ),
    )
    for (const part of parts) {
      const claim = toClaim(part.tokens, part.mentions, table, cells)
      const record = recordOf(claim, named)
      const found = record && ofRecord(claim, record)
      if (found && !isSaidElsewhere(found, claim, prose)) return found
    }
  }
  return null
}

/** Whether a name tells which record is meant: not "more than the Aero", "unlike the Aero" or "is not overdue". */
function isMeant({ from }: Mention, tokens: readonly Token[]): boolean {
  return !tokens.slice(Math.max(0, from - 2), from).some((token) => isNegation(token) || compared.test(token.term.key))
}

const compared = /^(?:than|unlik)$/

/** The one record that a part of a sentence is about. */
function recordOf(claim: Claim, named: ReadonlySet<TableRecord>): TableRecord | null {
  const { table, names, tokens } = claim
  if (table.records.length === 1) return table.records[0] ?? null
  const own = new Set(names.map(({ record }) => record))
  if (own.size > 0)
    return own.size === 1 && names.every((one) => isMeant(one, tokens)) ? (names[0]?.record ?? null) : null
  const [record, more] = named
  return record && !more && goesOn(claim) ? record : null
}

/** Whether a part without a name goes on with the record named elsewhere: "and costs £9", but not "and children pay £6". */
function goesOn({ tokens, table, mentions }: Claim): boolean {
  const at = tokens.findIndex((token) => token.kind === 'word' && isContent(token))
  const first = tokens[at]
  return (
    first === undefined ||
    mentions.some(({ from, to }) => at >= from && at < to) ||
    table.columns.some((column) => column.words.has(first.term.key) || namesColumn(first, column))
  )
}

function ofRecord(claim: Claim, record: TableRecord): TableConflict | null {
  if (claim.table.records.length === 1) return fieldOf(claim, record)
  const flag = flagOfRow(claim, record)
  if (flag || claim.isDenied) return flag ?? deniedState(claim, record)
  return claim.isCompared ? null : (numberOf(claim, record) ?? wordOf(claim, record))
}

/** Finds a number or date of another record, or of another field. */
function numberOf(claim: Claim, record: TableRecord): TableConflict | null {
  const { tokens, names, columns, table } = claim
  for (const [at, token] of tokens.entries()) {
    if (
      (!token.number && !token.date) ||
      claim.cells.isShared(token) ||
      countsRecords(at, claim) ||
      isBefore(at, tokens) ||
      names.some(({ from, to }) => at >= from && at < to)
    )
      continue
    const has = (one: TableRecord) =>
      [...one.cells.values()].filter((cell) => isValue(cell, token)).map(({ column }) => column)
    const own = has(record)
    const isOther = (column: number) => {
      const value = measureOf(record.cells.get(column))
      return (
        value !== undefined &&
        value.kind === token.kind &&
        !isEquivalent(token, value) &&
        !isStated(record, column, claim)
      )
    }
    if (own.length === 0) {
      const others = new Set(table.records.flatMap((one) => (one === record ? [] : has(one))))
      const isExact = token.date || token.number?.unit === 'clock' || (token.number?.value ?? 0) >= 100
      const column = [...others].find(
        (one) => isOther(one) && (columns.includes(one) || (isExact && columns.length === 0 && others.size === 1)),
      )
      if (column !== undefined) return { token, record, column }
    } else {
      const beside = columns.filter((one) => isBeside(at, claim, table.columns[one] as Column))
      const [column] = beside
      if (column !== undefined && beside.length === 1 && !own.some((one) => columns.includes(one)) && isOther(column))
        return { token, record, column }
    }
  }
  return null
}

/** Whether a value is what something was before: "fell in the third quarter, from 44.8 to 43.1". */
const isBefore = (at: number, tokens: readonly Token[]) =>
  tokens[at - 1]?.term.key === 'from' && tokens.slice(at + 1, at + 4).some(({ term }) => term.key === 'to')

/** Whether only function words stand between a value and the name of the column. */
function isBeside(at: number, { tokens }: Claim, column: Column): boolean {
  return [-1, 1].some((step) => {
    let place = at + step
    while (
      tokens[place] &&
      (!isContent(tokens[place] as Token) || column.words.has((tokens[place] as Token).term.key)) &&
      !namesColumnAt(tokens, place, column)
    )
      place += step
    return namesColumnAt(tokens, place, column)
  })
}

const possible = /^(?:would|should|could|might|if)$/

/** Finds words of another record: a name, or a state as a predicate or of a field that is named. */
function wordOf(claim: Claim, record: TableRecord): TableConflict | null {
  const { tokens, mentions, names, columns, table } = claim
  if (tokens.some(({ term }) => possible.test(term.key))) return null
  for (const { from, to, record: other, column } of mentions) {
    const token = tokens[from] as Token
    const cell = record.cells.get(column)
    const phrase = tokens.slice(from, to)
    if (other === record || !cell || names.some((name) => name.record === record && from < name.to && to > name.from))
      continue
    if (table.columns[column]?.isFlag || phrase.every((one) => one.kind !== 'word' || !isContent(one))) continue
    const isOwn = [...record.cells.values()].some((one) => phrase.every((part) => hasToken(one, part)))
    if (
      isOwn ||
      isStated(record, column, claim) ||
      table.columns.some((one) =>
        phrase.some((part) => namesColumn(part, one) && !one.isKey && part.kind === 'word' && !token.isCapital),
      )
    )
      continue
    const isName = token.isCapital && (from > 0 || to - from > 1)
    const before = tokens[from - 1]
    // What "runs" in a region may not be "running".
    const isSameForm = to - from > 1 || isOfOneForm(token, other.cells.get(column)?.tokens.at(-1))
    const isPredicate =
      isSameForm &&
      before !== undefined &&
      (predicative.test(before.term.key) || names.some((name) => name.to === from))
    if (isName || columns.includes(column) || isPredicate) return { token, record, column }
  }
  return null
}

/** Whether a sentence of the sources outside of tables has the value together with a name of the record. */
function isSaidElsewhere(
  { token, record }: TableConflict,
  { tokens, names }: Claim,
  prose: readonly string[],
): boolean {
  const value = token.number ? `${token.number.value}` : token.term.key
  const who = names.flatMap((name) => (name.record === record ? tokens.slice(name.from, name.to) : []))
  return prose.some((sentence) => sentence.includes(value) && who.some(({ term }) => sentence.includes(term.key)))
}
