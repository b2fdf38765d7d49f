import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { areSiblings } from '../words/kinds'
import { areOpposite } from '../words/opposites'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { areNamesOfOne } from './aliases'
import type { Conflict } from './elsewhere'

/** Tokens of the longest item, items that both lists must have, and words of the lead that the source may lack if it has as many others. */
const [itemMax, sharedMin, lackedMax] = [4, 2, 1]
/** A list that may have more items, or of what is not told as a fact. */
const open =
  /\b(?:such as|like|e\.g|for (?:example|instance)|among(?:st)? (?:them|others)|etc|and (?:so on|more|others?)|or|if|could|would|might|may|should|you can|plus|too|also|as well)\b|\?/i

/** The items of an enumeration, by their last word, and the words that tell what it is of. */
interface Enumeration {
  items: readonly (readonly Token[])[]
  lead: readonly Token[]
}

/**
 * Finds an item that no source has in an enumeration of which the sources tell all others of the same thing, as one more or in place of
 * another: "the kit has a lamp, a rope and a compass".
 */
export function otherItem(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const { text } = sentence
  // An item stands between a comma and "and".
  const comma = text.indexOf(', ')
  if (comma < 0 || text.lastIndexOf(' and ') <= comma + 1 || open.test(text)) return null
  const tokens = sentence.tokens()
  const own = enumerationIn(text, tokens, 0)
  if (!own || own.items.length <= sharedMin) return null
  const [added, more] = own.items.filter((item) => !isKnown(headOf(item)))
  const [from, to] = [added?.[0], added?.at(-1)]
  if (!added || !from || !to || more) return null
  for (const place of places()) {
    const source = index.sentence(place)
    if (open.test(source.text) || negationsIn(tokens) !== negationsIn(source.tokens)) continue
    const other = enumerationOf(source, index)
    if (!other || !isOfTheSame(own, tokens, source)) continue
    const missing = other.items.filter((item) => !own.items.some((one) => isSame(one, item)))
    const shared = other.items.length - missing.length
    if (shared < sharedMin || shared !== own.items.length - 1 || missing.length > 1) continue
    // Of two other words, one may be a synonym of the other.
    const isWeak = missing[0] !== undefined && !isReplaced(added, missing[0], index)
    return { type: 'source_contradiction', from, to, says: 'The source lists others:', source, isWeak }
  }
  return null

  function isKnown(token: Token | undefined): boolean {
    return token !== undefined && index.has(token.term.id)
  }
}

const headOf = (item: readonly Token[]) => item.at(-1)
const isSame = (one: readonly Token[], other: readonly Token[]) => headOf(one)?.term === headOf(other)?.term

/** Whether an item excludes another: two names, or two words of a kind. Others may mean the same. */
function isReplaced(own: readonly Token[], other: readonly Token[], index: SourceIndex): boolean {
  const isName = (item: readonly Token[]) => item.every(({ isCapital }) => isCapital)
  const [one, two] = [headOf(own)?.term.key ?? '', headOf(other)?.term.key ?? '']
  if (areSiblings(one, two) || areOpposite(one, two)) return true
  return isName(own) && isName(other) && !areNamesOfOne(own, other, index)
}

/** Whether a source has the words and values of a sentence besides its items. */
function isOfTheSame({ lead }: Enumeration, tokens: readonly Token[], source: SourceSentence): boolean {
  const isThere = ({ term }: Token) => source.terms().has(term)
  const lacked = lead.filter((token) => !isThere(token))
  if (lead.length === 0 || lacked.some(({ isCapital, start }) => isCapital && start > 0)) return false
  if (lacked.length > 0 && (lacked.length > lackedMax || lead.length - lacked.length < sharedMin)) return false
  return tokens.every((token) => token.kind === 'word' || isThere(token))
}

/** The enumeration of a source sentence, or of the items in the lines below it. */
function enumerationOf(source: SourceSentence, index: SourceIndex): Enumeration | null {
  const base = source.isWhole ? 0 : (source.tokens[0]?.start ?? 0)
  if (!source.text.endsWith(':')) return enumerationIn(source.text, source.tokens, base)
  const items: Token[][] = []
  for (let place = source.place + 1; place < index.size; place++) {
    const { text, tokens } = index.sentence(place)
    if (!/^(?:[-*•]|\d{1,2}[.)])\s/.test(text)) break
    const words = tokens.filter(isContent)
    if (words.length === 0 || tokens.length > itemMax + 1) return null
    items.push(words)
  }
  return items.length > sharedMin ? { items, lead: source.tokens.filter(isContent) } : null
}

/** What stands between a list at the beginning of a sentence and the rest. */
const verb = /^(?:is|are|was|were|has|have|had|wa|ha|mak|make|belong|tak|take)$/

/** The enumeration with which a sentence begins or ends: "a, b and c". */
function enumerationIn(text: string, tokens: readonly Token[], base: number): Enumeration | null {
  const parts: Token[][] = [[]]
  const last = tokens.findLastIndex(({ term }) => term.key === 'and')
  if (last < 1) return null
  const behind = tokens.slice(last + 1)
  const end = behind.findIndex(({ term }) => verb.test(term.key))
  const rest = end > 0 ? behind.slice(end) : []
  for (const [at, token] of tokens.slice(0, last).entries()) {
    const before = tokens[at - 1]
    if (before && /[,;:]/.test(text.slice(before.end - base, token.start - base))) parts.push([])
    parts.at(-1)?.push(token)
  }
  parts.push(end > 0 ? behind.slice(0, end) : behind)
  let first = parts.length - 1
  while (first > 0 && (parts[first]?.length ?? 0) <= itemMax) first--
  if (first === parts.length - 1) return null
  // At the beginning of a sentence the first part is an item, otherwise it ends with one.
  const opening = parts[first]?.filter(isContent) ?? []
  const isWhole = rest.length > 0 && first === 0
  const start = opening.findLastIndex(({ isCapital }) => !isCapital) + 1
  const item = isWhole ? opening : opening.slice(Math.min(start, opening.length - 1))
  const items = [item, ...parts.slice(first + 1).map((part) => part.filter(isContent))]
  if (items.some((one) => one.length === 0) || new Set(items.map((one) => headOf(one)?.term)).size < items.length)
    return null
  const lead = [...parts.slice(0, first).flat(), ...opening.slice(0, opening.length - item.length), ...rest]
  return { items, lead: lead.filter(isContent) }
}
