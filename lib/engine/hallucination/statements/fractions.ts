import { candidatesOf, isEquivalent } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'

/** A share of something, or a change, as a range of percentages; where in the text it is told. */
interface Part {
  kind: 'share' | 'change'
  low: number
  high: number
  isExact: boolean
  start: number
  end: number
}

const candidatesMax = 3
const counts: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4 }
const divisors: Record<string, number> = { half: 2, third: 3, quarter: 4, fifth: 5, sixth: 6, eighth: 8, tenth: 10 }
const factors: Record<string, number> = { halved: 0.5, doubled: 2, tripled: 3, trebled: 3, quadrupled: 4 }
const rough =
  '(?:(about|around|roughly|approximately|some|nearly|almost|over|more than|less than|under|at least|at most|up to) )?'
const whole = '(?= (?:of|the|all|its|their|our|his|her)\\b)'
const told = new RegExp(
  [
    `\\b${rough}(?:(half)|(a|one|two|three|four)[ -](third|quarter|fifth|sixth|eighth|tenth)s?)${whole}`,
    `\\b${rough}(twice|double)(?= (?:the|that|those|as)\\b)`,
    `\\b${rough}(halved|doubled|tripled|trebled|quadrupled)\\b`,
    `\\b(?:(rose|risen|rises?|grew|grown|grows?|increased?|increases|climbed|jumped|gained)|(fell|falls?|fallen|dropped|drops|declined?|declines|decreased?|decreases|shrank)) (?:by )?${rough}(\\d+(?:\\.\\d+)?)(?: ?%| per ?cent)`,
    `\\b${rough}(\\d+(?:\\.\\d+)?)(?: ?%| per ?cent)(?= of\\b)`,
  ].join('|'),
  'gi',
)
/** What tells of another part of it, of a time, or of what is not so. */
const elsewhere =
  /\b(?:first|second|other|latter|former|last|next) (?:half|third|quarter)|\b(?:if|would|could|might|should|plans?|target|goal|hopes?|expects?|and a (?:half|third|quarter))\b|\?/i
/** How far a word for a part may be from it, as a share of its size: as it stands, and with "about". */
const [near, about] = [0.2, 0.3]

/**
 * Finds "about half of the users" where the source says the same of 80 % of them, "doubled" where it says a rise of 20 %, and the percentage
 * where it has the words. Both must say it of the same, in the same order.
 */
export function wrongFraction(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const own = partIn(sentence.text)
  if (!own) return null
  const tokens = sentence.tokens()
  for (const place of candidatesOf(sentence, index, candidatesMax)) {
    const source = index.sentence(place)
    const other = partIn(source.text)
    // Two percentages are compared as values.
    if (!other || other.kind !== own.kind || (own.isExact && other.isExact)) continue
    if (negationsIn(tokens) !== negationsIn(source.tokens)) continue
    if (!isSame(besides(tokens, own), besides(source.tokens, other))) continue
    if (own.low <= other.high && other.low <= own.high) return null
    const from = tokens.find(({ end }) => end > own.start)
    const to = tokens.findLast(({ start }) => start < own.end)
    return from && to ? { type: 'source_contradiction', from, to, says: 'The source says', source } : null
  }
  return null
}

/**
 * Finds "all four checks passed" where 3 of 4 did, and "all pillars" where the source says "two of its five pillars": it has all other words, or
 * they stand in the sentence before.
 */
export function allOfFewer(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  if (!/\ball\b/i.test(sentence.text)) return null
  const tokens = sentence.tokens()
  const at = tokens.findIndex(({ term }) => term.key === 'all')
  const [count, noun] = countedAt(tokens, at + 1)
  if (!noun || (count && (!count.number || count.number.value < 2)) || negationsIn(tokens) > 0) return null
  const said = tokens.filter((token) => token !== count && isContent(token))
  if (said.length < 2) return null
  for (const place of candidatesOf(sentence, index, candidatesMax)) {
    const source = index.sentence(place)
    const isFewer = source.tokens.some(({ number }, part) => {
      if (number === undefined || number.unit !== null || source.tokens[part + 1]?.term.key !== 'of') return false
      const [all, same] = countedAt(source.tokens, part + 2)
      if (same?.term !== noun.term || (count && !all)) return false
      return all === null || (number.value < (all.number?.value ?? 0) && (!count || isEquivalent(count, all)))
    })
    const before = source.place > 0 ? index.sentence(source.place - 1).tokens : []
    const isAbout = (token: Token) => hasTerm(source.tokens, token) || hasTerm(before, token)
    if (isFewer && negationsIn(source.tokens) === 0 && said.every(isAbout))
      return {
        type: 'source_contradiction',
        from: tokens[at] as Token,
        to: count ?? noun,
        says: 'The source says',
        source,
      }
  }
  return null
}

/** The number, if there is one, and the noun that stand at a place, behind "the", "its" and "of". */
function countedAt(tokens: readonly Token[], from: number): [count: Token | null, noun: Token | undefined] {
  let at = from
  while (/^(?:of|the|its|it|his|her|their|thes|these|our)$/.test(tokens[at]?.term.key ?? '')) at++
  const first = tokens[at]
  if (first?.number) return [first, tokens[at + 1]]
  return [null, first && isContent(first) ? first : undefined]
}

/** Returns the only part that a sentence tells; null if it tells several, or not as a fact. */
function partIn(text: string): Part | null {
  if (elsewhere.test(text) || / may /.test(text)) return null
  const [match, more] = text.matchAll(told)
  return match && !more ? toPart(match) : null
}

function toPart(match: RegExpMatchArray): Part {
  const [written, r1, half, count = '', divisor = '', r2, twice, r3, multiple, up, , r4, by, r5, share] = match
  const span = { start: match.index ?? 0, end: (match.index ?? 0) + written.length }
  if (share !== undefined) return { kind: 'share', ...rangeOf(Number(share), r5, 0.01), isExact: true, ...span }
  if (by !== undefined) {
    const { low, high } = rangeOf(Number(by), r4, 0.01)
    return { kind: 'change', ...(up ? { low, high } : { low: -high, high: -low }), isExact: true, ...span }
  }
  if (multiple !== undefined) {
    const change = 100 * ((factors[multiple.toLowerCase()] ?? 1) - 1)
    const { low, high } = rangeOf(Math.abs(change), r3, near)
    return { kind: 'change', ...(change > 0 ? { low, high } : { low: -high, high: -low }), isExact: false, ...span }
  }
  const part = twice ? 2 : half ? 0.5 : (counts[count.toLowerCase()] ?? 1) / (divisors[divisor.toLowerCase()] ?? 1)
  return { kind: 'share', ...rangeOf(100 * part, r1 ?? r2, near), isExact: false, ...span }
}

/** The values that "almost", "more than" or nothing before a value leaves open. */
function rangeOf(value: number, word: string | undefined, tolerance: number): { low: number; high: number } {
  const [close, wide] = [value * tolerance, value * about]
  switch (word?.toLowerCase()) {
    case undefined:
      return { low: value - close, high: value + close }
    case 'nearly':
    case 'almost':
      return { low: value - wide, high: value + close }
    case 'over':
    case 'more than':
    case 'at least':
      return { low: value - close, high: Number.POSITIVE_INFINITY }
    case 'under':
    case 'less than':
    case 'at most':
    case 'up to':
      return { low: Number.NEGATIVE_INFINITY, high: value + close }
    default:
      return { low: value - wide, high: value + wide }
  }
}

/** The content words of a sentence without those that tell the part. */
function besides(tokens: readonly Token[], { start, end }: Part): Token[] {
  const isTelling = (token: Token, at: number) =>
    isContent(token) || token.kind !== 'word' || (token.isCapital && at > 0)
  return tokens.filter((token, at) => isTelling(token, at) && (token.end <= start || token.start >= end))
}

function isSame(own: readonly Token[], others: readonly Token[]): boolean {
  return own.length > 0 && own.length === others.length && own.every(({ term }, at) => term === others[at]?.term)
}
