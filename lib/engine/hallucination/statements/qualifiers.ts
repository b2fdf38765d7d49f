import { lazily } from '../../lazily'
import { numberWordValue } from '../numbers/read-numbers'
import type { Quantity } from '../numbers/units'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { stemOf } from '../text/stems'
import { isNegation, negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { BOUND, MANY, SCOPE } from '../words/turning'
import { clauseAt } from './context'
import type { Conflict } from './elsewhere'
import { isStructured } from './misplaced-names'
import { turningIn } from './turning-words'

/** What narrows a value or a noun: "at least", "per person", "before tax", "most of". Two of one kind and slot exclude each other. */
interface Qualifier {
  kind: string
  /** The value or noun it is told of; empty where the only value of the sentence is meant. */
  slot: string
  side: string
  start: number
  end: number
}

const amount = String.raw`[$€£]?(?<value>\d[\d,]*(?:\.\d+)?|\p{Ll}+)`
const bounds: readonly (readonly [words: string, side: string])[] = [
  ['at least|a minimum of|no fewer than|no less than|not less than|no fewer|minimum of', 'least'],
  ['at most|a maximum of|no more than|not more than|up to|maximum of', 'most'],
  ['(?<!\\b(?:no|not) )more than|over', 'over'],
  ['(?<!\\b(?:no|not) )(?:less|fewer) than|under', 'under'],
]
const boundShapes = bounds.map(([words, side]) => [new RegExp(`\\b(?:${words}) ${amount}`, 'iu'), side] as const)
/** Bounds that cannot be meant by each other. */
const bounded: Readonly<Record<string, readonly string[]>> = {
  least: ['most', 'under'],
  most: ['least', 'over'],
  over: ['most', 'under'],
  under: ['least', 'over'],
}

const per = /[$€£]?(?<value>\d[\d,]*(?:\.\d+)?)(?: \p{Ll}+)? (?:per|a|an|each|every) (?<noun>\p{Ll}+)/u
/** What something is counted or paid for, by what is the same. */
const units = new Map(
  [
    'person head capita adult passenger guest traveller traveler user member seat participant visitor',
    'family household',
    'group party team class',
    'car vehicle',
    'room apartment flat',
    'company firm organisation organization',
    'server machine node device',
    'hour',
    'day night',
    'week',
    'month',
    'quarter',
    'year annum',
  ].flatMap((row) => row.split(' ').map((word) => [stemOf(word), row] as const)),
)

const times = /^(?:hour|day night|week|month|quarter|year annum)$/

/** Words of which one excludes the others beside the same value; in brackets a noun that both have. */
const groups: readonly (readonly [kind: string, sides: readonly RegExp[]])[] = [
  ['gross', [/\bgross\b/, /\bnet\b/]],
  ['time', [/\b(?:before|pre-) ?(\p{Ll}+)/u, /\b(?:after|post-) ?(\p{Ll}+)/u]],
  [
    'scope',
    [
      /\b(?:including|includes?|with|inclusive of) (?:the |all )?(\p{Ll}+)/u,
      /\b(?:excluding|excludes?|without|exclusive of|not including|plus) (?:the |any |all )?(\p{Ll}+)/u,
    ],
  ],
  ['trip', [/\bone[- ]way\b/, /\b(?:return|round[- ]?trip)\b/]],
  ['size', [/\bsingle\b/, /\bdouble\b/, /\btwin\b/, /\btriple\b/]],
  ['period', [/\bhourly\b/, /\bdaily\b/, /\bweekly\b/, /\bmonthly\b/, /\bquarterly\b/, /\b(?:yearly|annual(?:ly)?)\b/]],
  ['hours', [/\bfull[- ]time\b/, /\bpart[- ]time\b/]],
  ['age', [/\badults?\b/, /\bchild(?:ren)?\b/]],
  ['sale', [/\bwholesale\b/, /\bretail\b/]],
  ['end', [/\bminimum\b/, /\bmaximum\b/]],
]

const quantified =
  /\b(?<words>only some|only a few|hardly any|almost all|nearly all|all|every|most|some|several|a few|few|half|none|no)(?: of)?(?: the| these| those| its| their)? (?<noun>\p{Ll}{3,})/iu
const amounts: Readonly<Record<string, string>> = {
  'only some': 'few',
  'only a few': 'few',
  'hardly any': 'few',
  few: 'few',
  'almost all': 'most',
  'nearly all': 'most',
  most: 'most',
  all: 'all',
  every: 'all',
  some: 'some',
  several: 'some',
  'a few': 'some',
  half: 'half',
  none: 'none',
  no: 'none',
}
/** What each amount excludes. Of all it is also true that it is most or some. */
const otherAmounts: Readonly<Record<string, readonly string[]>> = {
  all: ['most', 'some', 'half', 'few', 'none'],
  most: ['half', 'few', 'none'],
  some: ['none'],
  half: ['all', 'few', 'none'],
  few: ['all', 'most', 'none'],
  none: ['all', 'most', 'some', 'half', 'few'],
}

/** Returns the qualifiers of a sentence. */
function qualifiersIn(text: string): Qualifier[] {
  const found: Qualifier[] = []
  const add = (kind: string, slot: string, side: string, { 0: whole, index }: RegExpExecArray) =>
    found.push({ kind, slot, side, start: index, end: index + whole.length })
  for (const [shape, side] of boundShapes) {
    const match = shape.exec(text)
    const value = match && numberOf(match.groups?.value ?? '')
    if (match && value !== null) add('bound', String(value), side, match)
  }
  const priced = per.exec(text)
  const unit = units.get(stemOf(priced?.groups?.noun ?? ''))
  if (priced && unit)
    add(times.test(unit) ? 'per time' : 'per', String(numberOf(priced.groups?.value ?? '')), unit, priced)
  for (const [kind, sides] of groups) {
    const there = sides.flatMap((side, at) => {
      const match = side.exec(text)
      return match ? [{ match, side: String(at) }] : []
    })
    const [only, more] = there
    if (only && !more) add(`${kind} ${stemOf(only.match[1] ?? '')}`, '', only.side, only.match)
  }
  const many = quantified.exec(text)
  const side = many && amounts[many.groups?.words?.toLowerCase() ?? '']
  if (many && side) add('amount', stemOf(many.groups?.noun ?? ''), side, many)
  return found
}

function numberOf(written: string): number | null {
  const value = /^\d/.test(written) ? Number(written.replace(/,/g, '')) : numberWordValue(written)
  return value === undefined || Number.isNaN(value) ? null : value
}

/** Whether one qualifier cannot be meant where the other is told. */
function excludes(own: Qualifier, other: Qualifier): boolean {
  if (own.kind !== other.kind || own.slot !== other.slot) return false
  if (own.kind === 'bound') return bounded[own.side]?.includes(other.side) ?? false
  if (own.kind === 'amount') return otherAmounts[own.side]?.includes(other.side) ?? false
  return own.side !== other.side
}

const wordsMax = 40
/** Verbs that say no more than that something is so. */
const light = /^(?:go|become|becam|get|got|mean|tak|take|come|pay|cost|need|charg)$/

/** What is read of a sentence of the sources, once for all that are compared with it: its only number, and its qualifiers. */
interface Reading {
  value: Quantity | null
  qualifiers: () => readonly Qualifier[]
}
const read = new WeakMap<SourceSentence, Reading>()

function readingOf(source: SourceSentence): Reading {
  let known = read.get(source)
  if (!known) {
    known = { value: onlyNumber(source.tokens), qualifiers: lazily(() => qualifiersIn(source.text)) }
    read.set(source, known)
  }
  return known
}

function onlyNumber(tokens: readonly Token[]): Quantity | null {
  let only: Quantity | null = null
  for (const { number } of tokens) {
    if (number && only) return null
    only = number ?? only
  }
  return only
}

/**
 * Finds a qualifier in place of one that excludes it: "at most 20 people" where it is at least 20, "$9 per car" for "$9 per person", "all of the
 * houses" for most. The source tells the same value or, of an amount, has all other words, and none tells it so. A bound that is left out is weak.
 */
export function otherwiseQualified(
  sentence: ReadSentence,
  isMany: boolean,
  hasValue: boolean,
  places: readonly number[],
  index: SourceIndex,
): Conflict | null {
  const { text } = sentence
  if (places.length === 0 || sentence.to - sentence.from > wordsMax) return null
  const tokens = sentence.tokens()
  const value = hasValue ? onlyNumber(tokens) : null
  const sources = places
    .map((place) => index.sentence(place))
    .filter((source) => {
      const bits = turningIn(source)
      const isOfMany = isMany && (bits & MANY) !== 0
      return (isOfMany || ((bits & (BOUND | SCOPE)) !== 0 && isOfValue(value, source))) && isComparable(source)
    })
  if (sources.length === 0) return null
  const own = qualifiersIn(text)
  for (const one of own) {
    const about = sources.filter((source) => isAboutTheSame(one, value, tokens, source))
    const theirs = about.map((source) => ({ source, qualifiers: readingOf(source).qualifiers() }))
    const isTold = theirs.some(({ qualifiers }) =>
      qualifiers.some(({ kind, slot, side }) => kind === one.kind && slot === one.slot && side === one.side),
    )
    const other = theirs.find(({ qualifiers }) => qualifiers.some((each) => excludes(one, each)))
    const from = tokens.find(({ end }) => end > one.start)
    const to = tokens.findLast(({ start }) => start < one.end)
    if (!isTold && other && from && to)
      return { type: 'source_contradiction', from, to, says: 'The source says', source: other.source }
  }
  return value && !unbound.test(text) ? withoutBound(tokens, value, sources) : null
}

const isComparable = (source: SourceSentence) => source.isWhole && source.isStatement() && !isStructured(source.text)

function isOfValue(value: Quantity | null, source: SourceSentence): boolean {
  const same = readingOf(source).value
  return value !== null && same !== null && same.value === value.value && same.unit === value.unit
}

/** Words that a value has instead of a bound. */
const unbound =
  /\b(?:least|most|minimum|maximum|more|less|fewer|over|under|above|below|up to|about|around|approximately|roughly|nearly|almost|some|exactly|within|limit|max|min)\b|[~≈<>≤≥+]/i

/** Finds a value told without the bound that it has in the sources, "20 people" for "up to 20 people": it need not be exact. */
function withoutBound(tokens: readonly Token[], value: Quantity, sources: readonly SourceSentence[]): Conflict | null {
  const token = tokens.find(({ number }) => number)
  if (!token) return null
  const slot = { kind: 'bound', slot: String(value.value), side: '', start: token.start, end: token.end }
  const about = sources.filter((source) => isAboutTheSame(slot, value, tokens, source))
  const hasBound = (source: SourceSentence) =>
    readingOf(source)
      .qualifiers()
      .some(({ kind, slot: of }) => kind === 'bound' && of === slot.slot)
  const [source] = about
  if (!source || !about.every(hasBound)) return null
  return {
    type: 'source_contradiction',
    from: token,
    to: token,
    says: 'The source gives a bound:',
    source,
    isWeak: true,
  }
}

/** Whether a source sentence has the value that is qualified, and no other, or all words of what is told of an amount. */
function isAboutTheSame(
  { kind, start, end }: Qualifier,
  value: Quantity | null,
  tokens: readonly Token[],
  source: SourceSentence,
): boolean {
  if (kind !== 'amount' && !isOfValue(value, source)) return false
  // "Guests over 18 may enter" where those under 18 must not.
  const clause = () => clauseAt(source, source.tokens.find(({ number }) => number)?.start ?? 0)
  if (kind === 'bound' && negationsIn(tokens) % 2 !== negationsIn(clause()) % 2) return false
  // "None without an adult" is with an adult.
  if (kind.startsWith('scope ') && deniesAll(tokens) !== deniesAll(source.tokens)) return false
  const isOwn = (token: Token) => token.start >= start && token.end <= end
  const terms = source.terms()
  const words = tokens.filter(
    (token) =>
      isContent(token) && !light.test(token.term.key) && !(isOwn(token) && kind !== 'amount' && kind !== 'bound'),
  )
  if (kind !== 'amount') return words.filter(({ term }) => terms.has(term)).length * 2 >= words.length
  const others = words.filter(({ term }) => !/^(?:few|several|half|none|non)$/.test(term.key))
  return others.length > 1 && others.every(({ term }) => terms.has(term)) && isOdd(tokens) === isOdd(source.tokens)
}

const deniesAll = (tokens: readonly Token[]) => tokens.some(({ term }) => /^(?:no|none|nobody|never)$/.test(term.key))

/** Whether the verb is denied: "none of" is an amount. */
const isOdd = (tokens: readonly Token[]) =>
  tokens.filter((token) => isNegation(token) && !/^(?:no|none)$/.test(token.term.key)).length % 2 === 1
