import { fieldWords } from '../tables/field-names'
import { identifyingColumns, type Table, type TableRecord } from '../tables/tables'
import { stemOf } from '../text/stems'
import type { FieldCheck, FieldConflict } from './field-conflict'
import { plainLabel } from './labels'
import { keysOfPath, objectOf } from './read-fields'
import { numberIn, type Place, type RecordIndex, valueKeys } from './record-index'

type Measure = 'price' | 'date' | 'size'

/** Words that tell which of several records is meant: the lowest (-1) or highest (1) by a measure. */
const ranked = [
  ['cheapest cheaper', -1, 'price'],
  ['dearest dearer priciest pricier costliest expensive', 1, 'price'],
  ['earliest earlier oldest older', -1, 'date'],
  ['latest newest newer youngest younger', 1, 'date'],
  ['lowest lower smallest smaller fewest', -1, 'size'],
  ['highest higher largest larger biggest bigger greatest', 1, 'size'],
] as const
const ranks = new Map(
  ranked.flatMap(([words, side, measure]) =>
    words.split(' ').map((word) => [stemOf(word), { side, measure }] as const),
  ),
)
/** Most fields have no such word. */
export const mayRank = new RegExp(ranked.flatMap(([words]) => words.split(' ')).join('|'), 'i')
const ofTwo = /^(?:cheaper|dearer|pricier|earlier|older|newer|younger|lower|smaller|higher|larger|bigger|more|less)$/
const expensive = stemOf('expensive')
const stemsOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(stemOf))
const [prices, ages] = [stemsOf('price amount total fee rate charge'), stemsOf('age')]
/** What "the largest" is by where nothing else is said. */
const sizes = stemsOf('amount balance size total count population quantity area volume')
/** Numbers of which the first may be the highest. */
const standings = stemsOf('rank ranking position priority place level grade')
const [most, least] = [stemsOf('most more'), stemsOf('least less')]
/** What a record may be called whatever it is. */
const nouns = new Set(
  'item option choice entry record result row one id name number code leg segment'.split(' ').map(stemOf),
)

/** What a label asks for: the record that is lowest or highest by a measure, and the other words, which tell of the measure or of a condition. */
export interface Ranking {
  side: 1 | -1
  measure: Measure
  isOfTwo: boolean
  rest: ReadonlySet<string>
}

export function rankingOf(label: Iterable<string>): Ranking | null {
  const words = [...label]
  const [found, more] = words.flatMap((word) => ranks.get(word) ?? [])
  if (!found || more || has(new Set(words), standings)) return null
  const isLeast = words.some((word) => least.has(word))
  if (words.includes(expensive) && !isLeast && !words.some((word) => most.has(word))) return null
  const rest = words.filter((word) => !ranks.has(word) && !most.has(word) && !least.has(word))
  return {
    side: isLeast ? -1 : found.side,
    measure: found.measure,
    isOfTwo: words.some((word) => ofTwo.test(word)),
    rest: rest.length > 0 ? plainLabel(rest) : new Set(),
  }
}

/**
 * Finds the name or value of a record that is not the lowest or highest of its table, `cheapest`, `oldest_passenger`, `lowest_economy_fare`: a
 * contradiction if it is the very last by that, else a doubt, since the agent may have left out others for a reason.
 */
export function rankedOtherwise({ field, records, objects }: FieldCheck): FieldConflict | null {
  const { value, path, label } = field
  const isNumber = typeof value === 'number'
  if (typeof value === 'boolean' || !mayRank.test(path) || path.endsWith(']')) return null
  const ranking = rankingOf(label) ?? (isNumber ? null : rankingOf([...fieldWords(keysOfPath(path)[1]), ...label]))
  if (!ranking) return null
  const index = records()
  if (index.isMany) return null
  const places = isNumber
    ? index.placesOf(value)
    : [...index.namesOf(value), ...index.placesOf(value).filter(isTelling)]
  const [only, other] = new Set(places.map(({ record }) => (isNumber ? record.table : record)))
  const [place] = places
  if (!only || other || !place) return null
  const group = groupOf(ranking, place.record, isNumber ? places.map(({ column }) => column) : null)
  const own = isNumber ? places.find(({ column }) => group?.columns.includes(column)) : place
  if (!group || !own || (isNumber && group.columns.length > 1)) return null
  const conditions = conditionsOf(path, objects, index)
  const among = group.records.filter((record) => conditions.every((is) => !is(own.record) || is(record)))
  return among.length < 2 || (ranking.isOfTwo && among.length > 2) ? null : against(ranking, own.record, among, group)
}

/** Whether no other record of its table has the value of a place. */
const isTelling = ({ record: { table }, column }: Place) =>
  table.records.length > 1 && table.columns[column]?.isKey === true

interface Group {
  records: readonly TableRecord[]
  /** Any of these may be what the records are measured by. */
  columns: readonly number[]
  isReversed: boolean
}

/** The records that a ranking is of, and their measures; null where it has words that are not understood, as other conditions. */
export function groupOf(
  { measure, rest }: Ranking,
  record: TableRecord,
  columnsOfValue: readonly number[] | null,
): Group | null {
  const { table } = record
  const isDated = measure === 'date'
  const measured = [...table.columns.keys()].filter((at) => isMeasure(table, at, isDated))
  const isReversed = isDated && measured.length === 0
  const all = isReversed
    ? [...table.columns.keys()].filter((at) => isMeasure(table, at, false) && has(wordsOf(table, at), ages))
    : measure === 'price'
      ? measured.filter((at) => has(wordsOf(table, at), prices))
      : measured
  const telling = [...rest].filter((word) => all.some((at) => wordsOf(table, at).has(word)))
  const meant = all.filter((at) => telling.every((word) => wordsOf(table, at).has(word)))
  const isUntold = telling.length === 0 && measure === 'size'
  const fewest = Math.min(...meant.map((at) => wordsOf(table, at).size))
  const columns = meant
    .filter((at) => telling.length === 0 || wordsOf(table, at).size === fewest)
    .filter((at) => columnsOfValue?.includes(at) ?? true)
    .filter((at) => !isUntold || has(wordsOf(table, at), sizes))
  // "The largest" alone does not tell by what, if there are several.
  if (columns.length === 0 || (isUntold && (columns.length > 1 || columnsOfValue))) return null
  const called = new Set([
    ...plainLabel(table.names),
    ...[...identifyingColumns(table)].flatMap((at) => [...wordsOf(table, at)]),
  ])
  let records = table.records
  for (const word of rest) {
    if (telling.includes(word) || called.has(word)) continue
    const isOf = ({ cells }: TableRecord) => [...cells.values()].some(({ text }) => fieldWords(text).has(word))
    if (isOf(record)) records = records.filter(isOf)
    else if (!nouns.has(word)) return null
  }
  return { records, columns, isReversed }
}

const has = (words: ReadonlySet<string>, some: ReadonlySet<string>) => [...words].some((word) => some.has(word))
const wordsOf = (table: Table, column: number): ReadonlySet<string> => plainLabel(table.columns[column]?.words ?? [])

function isMeasure({ records }: Table, column: number, isDated: boolean): boolean {
  const cells = records.flatMap(({ cells }) => cells.get(column) ?? [])
  return cells.length > 1 && cells.every(({ text }) => measureOf(text, isDated) !== undefined)
}

const clock = /^(\d\d?):(\d\d)(?::\d\d)?(?: ?\+(\d))?$/

function measureOf(text: string, isDated: boolean): number | undefined {
  if (!isDated) {
    const size = numberIn(valueKeys(text))
    return size !== undefined && text.trim().startsWith('-') ? -size : size
  }
  const [, hours, minutes, days] = clock.exec(text.trim()) ?? []
  if (hours) return Number(hours) * 60 + Number(minutes) + Number(days ?? 0) * 1440
  const date = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : date
}

/** Conditions told beside or around a field, which its record meets: `"cabin": "economy"`. */
function conditionsOf(
  path: string,
  objects: FieldCheck['objects'],
  index: RecordIndex,
): ((record: TableRecord) => boolean)[] {
  const around = [objectOf(path), objectOf(objectOf(path))].flatMap((one) => objects.get(one) ?? [])
  return around.flatMap((one) => {
    if (one.path === path || typeof one.value !== 'string' || /\d/.test(one.value)) return []
    const places = index
      .placesOf(one.value)
      .filter(({ record, column }) => !identifyingColumns(record.table).has(column))
    return places.length === 0 ? [] : [(record: TableRecord) => places.some((place) => place.record === record)]
  })
}

/** Compares a record with the others by each of its measures. */
export function against(
  { side, measure }: Ranking,
  record: TableRecord,
  among: readonly TableRecord[],
  { columns, isReversed }: Group,
): FieldConflict | null {
  let isLast = true
  let before: { text: string; title: string; of: TableRecord } | null = null
  for (const column of columns) {
    const value = (one: TableRecord) => measureOf(one.cells.get(column)?.text ?? '', measure === 'date' && !isReversed)
    const own = value(record)
    if (own === undefined) return null
    const sign = isReversed ? -side : side
    const others = among.flatMap((one) => {
      const other = value(one)
      return other === undefined ? [] : [{ one, ahead: (other - own) * sign }]
    })
    const [first] = others.toSorted((a, b) => b.ahead - a.ahead)
    if (!first || first.ahead <= 0) return null
    isLast &&= others.every(({ ahead }) => ahead >= 0)
    before ??= { text: first.one.cells.get(column)?.text ?? '', title: titleOf(record.table, column), of: first.one }
  }
  if (!before) return null
  const [id] = identifyingColumns(record.table)
  const name = id === undefined ? undefined : before.of.cells.get(id)?.text
  return {
    type: 'source_contradiction',
    says: 'The source has',
    quoted: `${name === undefined ? '' : `${name}, `}${before.title}: ${before.text}`,
    isOfAnother: true,
    isWeak: !isLast,
  }
}

const titleOf = ({ columns }: Table, column: number) => columns[column]?.title ?? ''
