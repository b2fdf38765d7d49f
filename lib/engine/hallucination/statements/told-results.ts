import { claimSpan, type HallucinationFinding, quoting } from '../finding'
import type { Material } from '../material'
import { isResultOf } from '../numbers/possible-results'
import { quantityOf } from '../numbers/quantities'
import { numbersIn } from '../numbers/read-numbers'
import type { Quantity } from '../numbers/units'
import { candidatesOf } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { measureOf } from '../tables/table-mentions'
import type { Table } from '../tables/tables'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { RESULT } from '../words/traits'
import { type Parts, toldTogether } from './told-together'

const total = /\b(?:total(?:s|ling|led)?|together|combined|altogether|sums?|in all|add(?:s|ed)? up)\b/i
const difference = /\b(?:more|less|fewer) (?:\p{Ll}+ ){0,4}than\b|\bdifference\b/iu
/** A change, which is the difference of what was before and after. */
const changed =
  /\b(?:gained|lost|added|shed|(?:won|lost|leads?|led|grew|grown|rose|risen|fell|fallen|dropped|declined|shrank|increased|decreased|climbed) by)\b/i
/** A result that these words go with may have other parts than those that are told, or need not be exact. */
const open =
  /\b(?:average|mean|each|per|every|apiece|if|would|could|about|around|approximately|roughly|nearly|almost|over|least|most|up to|including|includes?|excluding|plus|minus|before|after|tax(?:es)?|fees?|discount|refund(?:s|ed)?|credit|others?|rest|remaining|out of|of a total|of the total|times|maximum|minimum|limit|so far|both ways)\b/i
/** Words that tell of a result, and nothing of what it is the result of. */
const telling =
  /^(?:total|togeth|together|combin|altogeth|altogether|sum|add|more|less|fewer|differenc|than|make|come|give|both|two|three|four|all|percent|share|account|belong|amount)$/
const changing = /^(?:gain|lose|add|shed|win|lead|grow|rise|fall|drop|declin|shrank|shrink|increas|decreas|climb)$/
const isTelling = ({ term }: Token) => telling.test(term.key) || changing.test(term.key)
/** What a total is of where that is everything listed. */
const everything = /^(?:item|thing|all|everyth|everything|order|list|entry|grand|overall|whole|price|cost|amount|bill)$/
/** Values that a result is computed from, and sentences that may have one. */
const [partsMax, candidatesMax] = [8, 8]

type Kind = 'sum' | 'difference' | 'share'

/**
 * Finds a total, difference or share in no source that does not follow from its parts: the values beside it in its sentence, those of the list
 * above it, or the only ones that the sources tell of the things it names.
 * @param unsupported the findings of numbers that no source has
 */
export function findToldResults(
  { output, prose, grounding, reading, readings, tables, mayHave }: Material,
  unsupported: readonly HallucinationFinding[],
): HallucinationFinding[] {
  if (!mayHave(RESULT) && !prose.includes('%')) return []
  return unsupported.flatMap(({ span }): HallucinationFinding[] => {
    const place = readings().findLastIndex(({ start }) => start <= span.start)
    const sentence = readings()[place]
    if (!sentence || span.end > sentence.start + sentence.text.length) return []
    const tokens = sentence.tokens()
    const at = tokens.findIndex(
      ({ start, end }) => sentence.start + end > span.start && sentence.start + start < span.end,
    )
    const result = tokens[at]
    const kind = result && kindOf(result, sentence.text)
    const isChange = kind === 'difference' && !difference.test(sentence.text)
    if (!kind || open.test(sentence.text) || negationsIn(tokens) > 0) return []
    const told =
      (isChange
        ? null
        : (besideIn(sentence.text, tokens, result, kind) ??
          (kind === 'sum'
            ? (listAbove(readings(), place, result, prose) ?? givenList(tables().all, grounding, tokens, result))
            : null) ??
          ofNamed(sentence, result, reading.index()))) ??
      (kind === 'share' ? null : toldTogether(sentence, result, kind === 'sum', reading.index(), isTelling))
    if (!told || mayBe(kind, result.number as Quantity, told.parts, told.isList)) return []
    const evidence = evidenceOf(kind, told.parts, told.source && reading.asWritten(told.source.text), told.isGiven)
    return [
      {
        type: told.source || told.isGiven ? 'source_contradiction' : 'self_contradiction',
        verdict: 'contradicted',
        severity: 'likely',
        confidence: 0.8,
        span: claimSpan(output, span.start, span.end),
        evidence,
      },
    ]
  })
}

function kindOf({ number }: Token, text: string): Kind | null {
  if (!number || number.unit === 'clock') return null
  if (number.unit === '%') return /\bof\b|\bshare\b/i.test(text) ? 'share' : null
  if (difference.test(text)) return 'difference'
  return total.test(text) ? 'sum' : changed.test(text) ? 'difference' : null
}

/** The other values of the sentence, if all are of one kind. */
function besideIn(text: string, tokens: readonly Token[], result: Token, kind: Kind): Parts | null {
  if (kind === 'share' || formula.test(text) || !isCalled(kind, result, text)) return null
  const others = tokens.filter((token) => token !== result && token.number && !isCount(token))
  const parts = others.flatMap(({ number }) => number ?? [])
  const isOfOne = parts.every(({ unit }) => unit === result.number?.unit)
  if (!isOfOne || parts.length < 2 || parts.length > partsMax) return null
  if (others.some((token) => isYear(token))) return null
  const ends = tokens.filter(({ number }) => number)
  const isAtEnd = result === ends[0] || result === ends.at(-1)
  if (!isAtEnd || parts.some(({ value }) => value <= 0)) return null
  return kind === 'difference' && parts.length > 2 ? null : { parts }
}

/** A formula, or labelled values, which need not be parts of one thing: "Total: 344 Filtered: 291". */
const formula = /[=\\{}*×÷^]|\p{L}\*{0,2}: ?[$€£]?\d/u
const [calledBefore, calledBehind] = [
  /\b(?:total(?:s|ling|led)?|together|combined|altogether|sums?|in all|add(?:s|ed)? up to|makes)\b[^\d.;:]{0,40}$/i,
  /^[^\d.;:]{0,30}\b(?:in total|in all|altogether|together|combined)\b/i,
]
/** Whether the words beside it call a value the total; a difference is told by the whole sentence. */
function isCalled(kind: Kind, { start, end }: Token, text: string): boolean {
  return (
    kind === 'difference' ||
    calledBefore.test(text.slice(0, start).replace(/[$€£]$/, '')) ||
    calledBehind.test(text.slice(end))
  )
}

/** Whether a number is told in a word and counts things, "the two offices". */
const isCount = ({ number, start, end }: Token) =>
  number !== undefined && number.unit === null && number.value <= 12 && end - start > 2

const isYear = ({ number }: Token) =>
  number !== undefined && number.unit === null && number.step === 1 && number.value >= 1900 && number.value <= 2100

const bullet = /^\s*(?:[-*•|]|\d{1,2}[.)])\s/
const linesBack = 4

/** The values of the list that ends above a total, each the only one of its line. */
function listAbove(sentences: readonly ReadSentence[], place: number, result: Token, prose: string): Parts | null {
  if (result.number?.unit === null) return null
  const [, many] = several.exec(sentences[place]?.text ?? '') ?? []
  const parts: Quantity[] = []
  let skipped = 0
  for (let at = place - 1; at >= 0 && parts.length <= partsMax; at--) {
    const sentence = sentences[at] as ReadSentence
    const line = prose.slice(prose.lastIndexOf('\n', sentence.start) + 1, sentence.start + sentence.text.length)
    const numbers = sentence.tokens().filter(({ number }) => number)
    if (!bullet.test(line)) {
      if (parts.length > 0 || numbers.length > 0 || ++skipped > linesBack) break
      continue
    }
    const [first, more] = numbers
    if (more || !first?.number || first.number.unit !== result.number?.unit || total.test(line)) return null
    parts.push(first.number)
  }
  // "Total for 4 visits" is of other parts than two prices.
  if (many !== undefined && Number(many) !== parts.length) return null
  return parts.length > 1 && parts.length <= partsMax ? { parts: parts.reverse(), isList: true } : null
}

const several = /\bfor (\d{1,4}) \p{Ll}+/u

/** The values of the only table or list of the sources, where a total is told of nothing else. */
function givenList(tables: readonly Table[], grounding: string, tokens: readonly Token[], result: Token): Parts | null {
  if (tokens.some((token) => token !== result && token.number)) return null
  const [table, more] = tables
  if (more) return null
  const isTold = ({ term }: Token) => telling.test(term.key) || everything.test(term.key)
  const isOfTable = ({ term }: Token) =>
    table?.names.has(term.key) || table?.columns.some(({ words }) => words.has(term.key))
  if (!tokens.every((token) => !isContent(token) || isTold(token) || isOfTable(token))) return null
  const parts = table ? columnOf(table) : linesOf(grounding)
  const [first] = parts
  const isOfOne = parts.every(({ unit }) => unit === first?.unit && (unit === null || unit === result.number?.unit))
  return isOfOne && parts.length > 1 && parts.length <= partsMax ? { parts, isList: true, isGiven: true } : null
}

/** The values of the only column of a table that has numbers, or of all fields of a form. */
function columnOf({ columns, records: [record, ...others] }: Table): Quantity[] {
  if (!record) return []
  const records = [record, ...others]
  if (others.length === 0) {
    const values = [...record.cells.values()].map((cell) => measureOf(cell)?.number)
    return values.every((value) => value !== undefined) ? values : []
  }
  const [only = [], other] = columns.flatMap((_, at) => {
    const values = records.flatMap(({ cells }) => measureOf(cells.get(at))?.number ?? [])
    return values.length > 0 ? [values] : []
  })
  return other || only.length < records.length ? [] : only
}

/** The amounts of the lines of a list, if each has one. */
function linesOf(grounding: string): Quantity[] {
  const lines = grounding.split('\n').filter((line) => bullet.test(line))
  const amounts = lines.map((line) => numbersIn(line.replace(bullet, '')))
  if (amounts.some((found) => found.length !== 1)) return []
  return amounts.flat().map(quantityOf)
}

/** The only values that the sources tell of two or more things that the sentence names, which says nothing else. */
function ofNamed(sentence: ReadSentence, result: Token, index: SourceIndex): Parts | null {
  const tokens = sentence.tokens()
  const words = tokens.filter(isContent)
  const terms = new Set(words.map(({ term }) => term))
  const sources = candidatesOf(sentence, index, candidatesMax)
    .map((place) => index.sentence(place))
    .filter((source) => source.isStatement() && isToldIn(source, terms) && negationsIn(source.tokens) === 0)
  const verbs = new Set(sources.map((source) => verbOf(source)?.term))
  const parts = sources.map(({ tokens: those }) => those.find(({ number }) => number)?.number as Quantity)
  const unit = result.number?.unit === '%' ? parts[0]?.unit : result.number?.unit
  if (sources.length < 2 || sources.length > 3 || verbs.size > 1 || parts.some((part) => part.unit !== unit))
    return null
  // Each is of its own thing, and between them they have every word.
  const contents = sources.map((source) => new Set(source.tokens.filter(isContent).map(({ term }) => term)))
  // "Two lamps and a chair" are several of a thing.
  if (tokens.some((token, at) => isSeveral(token, tokens[at - 1]) && isToldOf(tokens[at + 1], contents))) return null
  const hasOwn = contents.every((own, at) =>
    [...own].some((term) => contents.every((other, place) => place === at || !other.has(term))),
  )
  const isCovered = words.every(({ term }) => telling.test(term.key) || contents.some((own) => own.has(term)))
  const isPlain = tokens.every(
    (token) => token === result || !token.number || isCount(token) || isResultOf(token.number, parts),
  )
  return hasOwn && isCovered && isPlain ? { parts, source: sources[0] as SourceSentence } : null
}

/** Whether a word counts things that are not told of, "two lamps", but not "the two lamps". */
const isSeveral = (token: Token, before: Token | undefined) =>
  isCount(token) && token.number?.value !== 1 && !/^(?:the|these|those|all|both|of)$/.test(before?.term.key ?? '')

const isToldOf = (token: Token | undefined, contents: readonly ReadonlySet<Token['term']>[]) =>
  token !== undefined && contents.some((own) => own.has(token.term))

/** The word before the value: "drew 300 visitors". */
function verbOf({ tokens }: SourceSentence): Token | undefined {
  const before = tokens[tokens.findIndex(({ number }) => number) - 1]
  return before && isContent(before) && !before.isCapital ? before : undefined
}

/** Whether a source sentence tells one value, and has no word that the sentence has not, except for its verb. */
function isToldIn(source: SourceSentence, terms: ReadonlySet<Token['term']>): boolean {
  const { tokens } = source
  const verb = verbOf(source)
  const content = tokens.filter((token) => isContent(token) && token !== verb)
  const [value, more] = tokens.filter(({ kind }) => kind !== 'word')
  return (
    content.length > 0 &&
    value?.number !== undefined &&
    more === undefined &&
    content.every(({ term }) => terms.has(term))
  )
}

/** Whether a result may follow from its parts. */
function mayBe(kind: Kind, result: Quantity, parts: readonly Quantity[], isList = false): boolean {
  if (kind === 'share') return isResultOf({ ...result, step: Math.max(1, result.step) }, withTotal(parts))
  if (isResultOf(result, parts)) return true
  if (kind === 'difference') return false
  const values = parts.map(({ value }) => value)
  const whole = sumOf(values)
  // Each may be bought several times, and some may be left out or taken off.
  const isMultiple = isList && whole > 0 && isNear(result.value / whole, Math.round(result.value / whole))
  return isMultiple || isSumOfSome(result.value, values, isList, Math.max(result.step / 2, 0.005))
}

const withTotal = (parts: readonly Quantity[]): Quantity[] => {
  const [first] = parts
  return first ? [...parts, { ...first, value: sumOf(parts.map(({ value }) => value)) }] : []
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const isNear = (one: number, other: number) => Math.abs(one - other) < 1e-9

/** Whether a value is the sum of some of the values, of which some may be taken off. */
function isSumOfSome(value: number, values: readonly number[], mayBeLess: boolean, tolerance: number): boolean {
  const [first, ...rest] = values
  if (first === undefined) return Math.abs(value) <= tolerance
  return [0, first, ...(mayBeLess ? [-first] : [])].some((part) =>
    isSumOfSome(value - part, rest, mayBeLess, tolerance),
  )
}

function evidenceOf(kind: Kind, parts: readonly Quantity[], source: string | undefined, isGiven = false): string {
  const values = parts.map(({ value }) => value)
  const exact = (value: number) => Number(value.toPrecision(10)).toString()
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const said = {
    sum: () => `${values.map(exact).join(' + ')} is ${exact(sumOf(values))}`,
    difference: () => `${exact(high)} - ${exact(low)} is ${exact(high - low)}`,
    share: () =>
      values
        .map((value) => `${exact(value)} is ${Math.round((100 * value) / sumOf(values))}% of ${exact(sumOf(values))}`)
        .join(', '),
  }[kind]()
  if (isGiven) return `The sources list ${values.map(exact).join(', ')}: ${said}.`
  return source === undefined ? `${said}.` : quoting(`${said}; the source says:`, source)
}
