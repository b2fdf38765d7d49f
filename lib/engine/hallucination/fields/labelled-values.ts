import { datesIn } from '../numbers/read-dates'
import { isMoney, unitOf, unitOfSign } from '../numbers/units'
import { isFunctionWord, stemOf } from '../text/stems'
import { areOpposite } from '../words/opposites'
import { clauseEnd, type FieldCheck, type FieldConflict, isOfLabel, negation } from './field-conflict'
import { endsOfLabel, type FieldSource, lettersAndDigits, type SourceLine, wordsIn } from './field-source'
import { foreignLabelsOf } from './foreign-labels'
import { holds, nameOf } from './of-another-record'
import { isDated } from './support'

/** Words of a label that tell only that a value stands there. */
const idle = /^(?:id|no|nr|number|valu|nam|field|text|cod|dat|day|on|at|of)$/
/** Words of a label that sources may leave out. */
const qualifying = /^(?:total|current|agreed|agree|original|target|purchas|sal)$/
const connecting =
  /^[\s:=–—()„“”"'.,|*-]*(?:(?:is|are|was|were|of|at|in|on|since|for|by|amounts? to|comes? to|the|a|about|up to)[\s:]*){0,3}[€$£¥]?\s*$/i
/** Characters of a label at the start of a line, and between a label and its value. */
const [labelMax, connectingMax] = [40, 60]

/** The lines with a word of a label. */
function linesWithLabel(label: ReadonlySet<string>, source: FieldSource): readonly SourceLine[] {
  const [first] = label
  return first === undefined ? [] : source.linesWith(first)
}

/**
 * Returns the places behind labels for one field, each line once; of several labels those of the most words: "Total TTC" rather than "Total".
 * `isFirst`: whether the line begins with it.
 */
function placesOf(
  labels: readonly ReadonlySet<string>[],
  source: FieldSource,
): { line: SourceLine; end: number; isFirst: boolean }[] {
  const found = labels.flatMap((label) =>
    linesWithLabel(label, source).flatMap((line) =>
      endsOfLabel(line, label).map((end) => ({ line, end, isFirst: label.has(line.words()[0]?.key ?? ''), label })),
    ),
  )
  const most = Math.max(...found.map(({ label }) => label.size))
  return found.filter(
    (one, at) =>
      one.label.size === most && !found.slice(0, at).some(({ line, end }) => line === one.line && end === one.end),
  )
}

const [yearMin, yearMax] = [1900, 2100]

/** Whether what stands behind a number is no unit: "in 2014 and". */
const isBare = (unit: string) => unit === '' || isFunctionWord(unit)

const unitIn = (label: ReadonlySet<string>) =>
  [...label].find((word) => word === 'year' || unitOf(word) !== null || unitOf(`${word}s`) !== null)

/** Finds a number or date other than the only one that stands behind the label of the field. */
export function labelledOtherwise({ field, support, source }: FieldCheck): FieldConflict | null {
  const { value } = field
  if (field.records.length > 0) return null
  const unit = unitIn(field.label)
  const [date] = isDated(value) ? datesIn(String(value)) : []
  const words = [...field.label].filter((word) => word !== unit && (date || !idle.test(word)))
  const bare = support === 'not' ? words.filter((word) => !qualifying.test(word)) : []
  const label = new Set(bare.length > 0 ? bare : words)
  if ([...label].every((word) => idle.test(word))) return null
  const found = placesOf([label, ...foreignLabelsOf(field.label)], source)
  if (found.some(({ line }) => holds(line, value))) return null
  const behind = found.flatMap(({ line, end }) => {
    // A monthly rent is in euros.
    const isOfUnit = (one: { unit: string }) =>
      unit === undefined || isBare(one.unit) || stemOf(one.unit) === unit || isMoney(unitOfSign(one.unit))
    const first = (date ? line.dates() : line.numbers().filter(isOfUnit)).find(({ start }) => start >= end)
    if (!first || first.start - end > connectingMax || !connecting.test(line.text.slice(end, first.start))) return []
    const key = 'readings' in first ? JSON.stringify(first.readings) : String(first.value)
    return [{ line, key, isField: end - (line.words()[0]?.start ?? 0) < labelMax }]
  })
  const [only] = behind
  if (!only || behind.some(({ key }) => key !== only.key)) return null
  // What the sources have elsewhere may be told of the same in other words.
  if (support !== 'not' && !only.isField) return null
  return { type: date ? 'temporal_error' : 'unsupported_number', says: 'The source says', quoted: only.line.text }
}

/**
 * Finds a number in a unit of time, length or weight other than the only one of this unit in the lines with the label: `notice_days` of
 * "ninety days' notice".
 */
export function countedOtherwise({ field, source }: FieldCheck): FieldConflict | null {
  const { value } = field
  if (typeof value !== 'number' || field.records.length > 0) return null
  const unit = unitIn(field.label)
  const label = [...field.label].filter((word) => word !== unit && !idle.test(word))
  if (unit === undefined || label.length === 0) return null
  const isYear = (one: { value: number; unit: string }) =>
    yearMin < one.value && one.value < yearMax && isBare(one.unit)
  const numbersOf = (line: SourceLine) =>
    line
      .numbers()
      .filter((one) => stemOf(one.unit.replace(/['’]s?$/, '')) === unit || (unit === 'year' && isYear(one)))
      .map((one) => ({ line, value: one.value }))
  const beside = source
    .linesWith(label[0] ?? '')
    .filter((line) => label.every((word) => line.words().some(({ key }) => isOfLabel(key, word))))
    .flatMap(numbersOf)
  const [only] = beside
  if (!only || beside.some((one) => one.value !== only.value) || only.value === value) return null
  const isElsewhere = source.linesWithNumber(value).some((line) => numbersOf(line).some((one) => one.value === value))
  return isYear({ value, unit: '' }) || !isElsewhere
    ? { type: 'unsupported_number', says: 'The source says', quoted: only.line.text }
    : null
}

const alias =
  /\(\s*(?:(?:the|each|together|hereinafter|herein|referred to as|an?)[ ,]+){0,3}(["“„']?)([\p{L} ]{3,30})["”']?\s*\)/giu
/** Characters before an alias in which its name stands. */
const REACH = 120

/** Finds a party under the name that the sources give another: `Acme Ltd (“Provider”)` as the client, "Ada Brandt (chair)". */
export function ofAnotherParty({ field, support, source }: FieldCheck): FieldConflict | null {
  if (support !== 'exactly' || wordsIn(String(field.value)).length < 2) return null
  const value = lettersAndDigits(String(field.value))
  const own = linesWithLabel(field.label, source).flatMap((line) =>
    [...line.text.matchAll(alias)].flatMap(({ 1: quote, 2: name = '', index }) => {
      const keys = wordsIn(name).map(stemOf)
      if (keys.length !== field.label.size || !keys.every((key) => field.label.has(key))) return []
      const before = line.text.slice(Math.max(0, index - REACH), index)
      const said = before.split(quote ? /\)|\band\b/ : /[,;:]/).at(-1) ?? ''
      return [{ line, said: lettersAndDigits(said) }]
    }),
  )
  const [party] = own
  return party && own.every(({ said }) => said !== '' && !said.includes(value) && !value.includes(said))
    ? { type: 'source_contradiction', says: 'The source says this of something else:', quoted: party.line.text }
    : null
}

/** Finds a value that the sources have, but not in the only line that begins with the label of the field. */
export function underAnotherLabel({ field, support, source }: FieldCheck): FieldConflict | null {
  const value = String(field.value)
  if (support !== 'exactly' || field.records.length > 0 || !/[\p{Lu}\d]/u.test(value)) return null
  const found = placesOf([field.label, ...foreignLabelsOf(field.label)], source).flatMap(({ line, end, isFirst }) =>
    isFirst && /^\s*[:=]/.test(line.text.slice(end)) ? [{ line, rest: line.text.slice(end) }] : [],
  )
  const [only, more] = found
  if (!only || more) return null
  const rest = new Set(wordsIn(only.rest))
  if (rest.size === 0 || wordsIn(value).some((word) => rest.has(word))) return null
  return lettersAndDigits(only.rest).includes(lettersAndDigits(value))
    ? null
    : { type: 'source_contradiction', says: 'The source says', quoted: only.line.text }
}

/** Beginnings of the labels of what changes in the course of a run. */
const state = /^(?:stat|phas|stag|decision|outcom|result|action|next)/

const WORD_MAX = 30

/** Finds a word of which the line of its record, or each line with its label, has the opposite. */
export function opposite({ field, source }: FieldCheck): FieldConflict | null {
  const value = String(field.value)
  const [word, more] = value.length <= WORD_MAX ? wordsIn(value) : []
  if (word === undefined || more !== undefined || [...field.label].some((one) => state.test(one))) return null
  const key = stemOf(word)
  const name = field.records.length > 0 ? nameOf(field, source) : null
  const lines =
    field.records.length > 0
      ? name === null
        ? []
        : source.linesOf(name)
      : linesWithLabel(field.label, source).filter((line) => endsOfLabel(line, field.label).length > 0)
  const clauses = lines
    .flatMap(({ text }) => text.split(clauseEnd))
    .map((text) => ({ text, keys: wordsIn(text).map(stemOf) }))
  const opposed = clauses.filter(({ keys }) => keys.some((own) => areOpposite(key, own)))
  const [found] = opposed
  if (!found || clauses.some(({ keys }) => keys.includes(key))) return null
  return opposed.some(({ keys }) => keys.some((own) => negation.test(own)))
    ? null
    : { type: 'source_contradiction', says: 'The source says otherwise:', quoted: found.text.trim() }
}
