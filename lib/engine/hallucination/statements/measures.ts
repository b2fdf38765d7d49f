import { areComparable, convert, type Quantity } from '../numbers/units'
import type { SourceSentence } from '../sources/segment'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'

/** What an adjective measures, in one of its units, or in a year where what is older is less. */
export interface Measure {
  /** A unit of it; null for what is counted, 'since' for the year in which something began. */
  unit: string | null
  /** Words for it in a sentence that tells its value. */
  of: RegExp | null
  isMore: boolean
}

/** Comparatives and superlatives of more and of less, a unit of what they measure, and other words for that. */
const adjectives: readonly (readonly [more: RegExp, less: RegExp, unit: string, of: RegExp])[] = [
  [/^longe(?:r|st)$/, /^shorte(?:r|st)$/, 'm', /^(?:long|length|short|measur|stretch)/],
  [/^longe(?:r|st)$/, /^shorte(?:r|st)$/, 'h', /^(?:long|length|short|last|take|took|durat|run|ran|guarante|warrant)/],
  [/^(?:talle|highe)(?:r|st)$/, /^lowe(?:r|st)$/, 'm', /^(?:tall|high|height|ris|rose|elevat|stand)/],
  [/^deepe(?:r|st)$/, /^shallowe(?:r|st)$/, 'm', /^(?:deep|depth|shallow)/],
  [/^wide(?:r|st)$/, /^narrowe(?:r|st)$/, 'm', /^(?:wid|broad|narrow)/],
  [
    /^(?:farther|further|farthest|furthest)$/,
    /^(?:close|neare)(?:r|st)$/,
    'm',
    /^(?:lie|away|above|below|far|distan|near|from)/,
  ],
  [/^heavie(?:r|st)$/, /^lighte(?:r|st)$/, 'kg', /^(?:heav|weigh|weight|mass|light)/],
  [/^(?:older|oldest|elder|eldest)$/, /^younge(?:r|st)$/, 'year', /^(?:old|age|young)/],
  [/^(?:younge|newe)(?:r|st)$/, /^(?:older|oldest|elder|eldest)$/, 'since', /^$/],
  [
    /^(?:expensiv|deare(?:r|st)|costlie(?:r|st))$/,
    /^cheape(?:r|st)$/,
    '$',
    /^(?:cost|pric|fee|fare|charg|pay|paid|sell|sold|expensiv|cheap|rent)/,
  ],
]
/** What makes a place or a group large. */
const people = /^(?:inhabitant|people|peopl|resident|populat|member|employe)/
const size = [/^(?:large|bigge|greate|highe)(?:r|st)$/, /^(?:smalle|lowe)(?:r|st)$/] as const
/** The events of which something has one, by the words for them. */
const events: readonly RegExp[] = [
  /^(?:born|birth)$/,
  /^(?:built|build|construct|erect|complet|laid|date)$/,
  /^open$/,
  /^(?:found|establish|creat|launch|start|began|begin)$/,
  /^(?:releas|publish|issu)$/,
]

/** Whether an adjective tells by itself what it measures: "heavier", not "higher". */
export function isOfOneMeasureOnly(key: string): boolean {
  return !size.some((words) => words.test(key)) && measuresOf(key).length > 0
}

/** Returns what an adjective or the words beside it may measure; none for one that measures nothing known. */
export function measuresOf(key: string): Measure[] {
  const found = adjectives.flatMap(([more, less, unit, of]): Measure[] => {
    if (more.test(key)) return [{ unit, of, isMore: true }]
    return less.test(key) ? [{ unit, of, isMore: false }] : []
  })
  if (size[0].test(key)) found.push({ unit: null, of: people, isMore: true })
  else if (size[1].test(key)) found.push({ unit: null, of: people, isMore: false })
  return found
}

/** A value of a sentence, and whether a word of the sentence tells what it measures. */
export interface Measured {
  number: Quantity
  source: SourceSentence
  /** The event of a year, or the word for the measure. */
  isLiteral: boolean
  event: number
}

/** Returns the only value of a measure in the sentences; those that name the measure have precedence. */
export function measuredIn(measure: Measure, told: readonly SourceSentence[]): Measured | null {
  const found = told.flatMap((source) => valuesIn(measure, source))
  const literal = found.filter(({ isLiteral }) => isLiteral)
  return onlyOf(literal.length > 0 ? literal : found)
}

/** Returns the only number of the sentences with all of some words: what is counted or told by a verb. */
export function countOf(words: readonly Token[], told: readonly SourceSentence[]): Measured | null {
  const found = told.flatMap((source) => {
    const terms = source.terms()
    if (words.length === 0 || !words.every(({ term }) => terms.has(term)) || negationsIn(source.tokens) > 0) return []
    const numbers = source.tokens.flatMap(({ number }) => (number && number.unit !== 'clock' ? [number] : []))
    return numbers.map((number): Measured => ({ number, source, isLiteral: true, event: -1 }))
  })
  return onlyOf(found)
}

/** Returns the only value in the very unit of another, in sentences without a word for any measure. */
export function onlyLike(other: Measured | null, told: readonly SourceSentence[]): Measured | null {
  const unit = other?.number.unit ?? null
  if (unit === null) return null
  const isOf = ({ number, source }: Measured) =>
    number.unit === unit && !source.tokens.some(({ term }) => adjectives.some(([, , , of]) => of.test(term.key)))
  const found = told.flatMap((source) => valuesIn({ unit, of: null, isMore: true }, source).filter(isOf))
  return onlyOf(found)
}

function onlyOf([first, ...more]: readonly Measured[]): Measured | null {
  const isOne = more.every(
    ({ number, event }) =>
      event === first?.event && number.value === first.number.value && number.unit === first.number.unit,
  )
  return first && isOne ? first : null
}

/** Returns the values that a sentence may give a measure. */
export function valuesIn({ unit, of }: Measure, source: SourceSentence): Measured[] {
  if (negationsIn(source.tokens) > 0 || !source.isStatement()) return []
  const event = unit === 'since' ? eventIn(source) : -1
  if (unit === 'since' && event < 0) return []
  const isLiteral =
    event >= 0 ||
    (unit === '$' && isPriced(source)) ||
    (of !== null && source.tokens.some(({ term, kind }) => kind === 'word' && of.test(term.key)))
  const isOf = (number: Quantity) =>
    unit === 'since'
      ? isYear(number)
      : unit === null
        ? number.unit === null && !isYear(number)
        : areComparable(unit, number.unit)
  return source.tokens.flatMap(({ number }) => (number && isOf(number) ? { number, source, isLiteral, event } : []))
}

/** Whether a thing is said to be an amount of money, "the Basalt plan is $31 a month": that is what it costs. */
function isPriced({ tokens }: SourceSentence): boolean {
  const subject = tokens.findIndex(isContent)
  const at = tokens.findIndex(({ number }) => number !== undefined)
  const name = tokens[subject]
  return name?.isCapital === true && name.start > 0 && being.test(tokens[at - 1]?.term.key ?? '')
}

const being = /^(?:is|are|was|were|wa)$/

const isYear = ({ value, unit, step }: Quantity) => unit === null && step === 1 && value >= 1000 && value <= 2100

function eventIn({ tokens }: SourceSentence): number {
  const found = events.flatMap((words, at) => (tokens.some(({ term }) => words.test(term.key)) ? [at] : []))
  return found.length === 1 ? (found[0] as number) : -1
}

/** Returns by how much the first value is greater, in its unit; null if they cannot be compared. */
export function difference(one: Measured, other: Measured): number | null {
  if (one.event !== other.event) return null
  const [{ value, unit }, rival] = [one.number, other.number]
  if (unit === rival.unit) return value - rival.value
  const converted = unit && rival.unit ? convert(rival.value, rival.unit, unit) : null
  return converted === null ? null : value - converted
}

/** Whether both have a word for the same measure, "costs" and "charges", or for the same event. */
export function areOfOneKind(some: readonly Token[], others: readonly Token[]): boolean {
  const has = (tokens: readonly Token[], words: RegExp) =>
    tokens.some(({ term, kind }) => kind === 'word' && words.test(term.key))
  return [...adjectives.map(([, , , of]) => of), ...events].some((words) => has(some, words) && has(others, words))
}

/** Whether two sentences share a word besides what names both things: "costs" for "cheaper", "coast" for "nearer to the coast". */
export function areOfOneMeasure(one: SourceSentence, other: SourceSentence, said: readonly Token[]): boolean {
  const isOfBoth = ({ term }: Token) => said.filter((token) => token.term === term).length > 1
  return one.tokens.some(
    (token) =>
      isContent(token) &&
      !token.isCapital &&
      token.kind === 'word' &&
      other.terms().has(token.term) &&
      !isOfBoth(token),
  )
}
