import { lazily } from '../../lazily'
import { type CheckResult, type HallucinationFinding, quoting, spanOf } from '../finding'
import type { Material } from '../material'
import { countValue, numberWordValue } from '../numbers/read-numbers'
import type { SourceReading } from '../sources/source-reading'
import { SMALL_COUNT } from '../text/digits'
import { isFunctionWord, stemOf } from '../text/stems'
import { NUMBER_WORD } from '../words/traits'

/** "Four items". */
const counted =
  /\b([Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Ee]leven|[Tt]welve|[2-9]|1\d) ([a-z]{3,}s)\b/
/** What stands before a number that does not tell how many there are, and words that measure or go on from other things. */
const before =
  /\b(?:least|most|than|over|about|around|nearly|almost|first|last|next|other|another|up to|up|each|per|every) $/i
const measuring = /^(?:hundreds|thousands|millions|times|days|hours|minutes|weeks|months|years)$/
const bullet = /^(\s*)(?:[-*•]|(\d{1,2})[.)])\s+\S/
/** A list within a sentence: what stands before it, and its items. */
const inline =
  /(?:^|[.!?\n]\s*)([^.!?\n:]{3,120}?(?::|\b(?:contains?|includes?|consists? of|comprises?|are|lists?))) ((?:[^,.;:!?\n]{2,40}, ){1,12}[^,.;:!?\n]{2,80})(?:[.!?]["”')]?(?=\s|$)|\n|$)/g
/** What a statement about the number of things in a list has. */
const having = /\b(?:contain|include|consist|compris|list|has\b|have\b|need|send|sent|[Tt]here are)/
/** Verbs and nouns that say of a list no more than that it is one. */
const idle =
  /^(?:ther|contain|includ|consist|comprise|compris|list|need|send|sent|ha|has|have|item|thing|entry|follow|plea|pleas|please|must|total|full|complet)$/
/** Items of a list, characters of a statement about one, and sentences that may have it. */
const [itemsMax, lengthMax, placesMax] = [30, 120, 20]

/** A list: the words before it, and how many items it has. */
interface List {
  head: string
  count: number
}

/**
 * Finds a number of things that is not that of the list it announces, "three documents" before four, or of the only list of the sources that is
 * headed by the same words.
 */
export function findListCounts(material: Material): CheckResult {
  const { prose, output, grounding, isEnglish, sentences, reading, digits, mayHave } = material
  const result: CheckResult = { findings: [], verified: 0 }
  const mayCount = isEnglish && ((digits() & SMALL_COUNT) !== 0 || mayHave(NUMBER_WORD))
  if (!mayCount || !counted.test(prose)) return result
  const own = lazily(() => listsIn(prose))
  const given = lazily(() => blocksIn(grounding))
  for (const { text, start } of sentences()) {
    const match = counted.exec(text)
    if (!match || measuring.test(match[2] ?? '') || before.test(text.slice(0, match.index))) continue
    if (/[?]|\b(?:not|no|if|could|would|any|some)\b/i.test(text)) continue
    const [whole, written = '', noun = ''] = match
    const value = countValue(written)
    const span = spanOf(output, start + match.index, start + match.index + whole.length)
    if (text.includes(':')) {
      const list = own().find(({ head }) => head.endsWith(':') && text.startsWith(head) && isLast(text, head, whole))
      if (list && list.count !== value) result.findings.push(miscounted(span, list, 'self_contradiction'))
      continue
    }
    if (grounding === '' || text.length > lengthMax || !having.test(text)) continue
    const told = [...given(), ...within(text, reading)].filter((list) => isOfList(text, noun, list.head))
    const [list, more] = told
    if (list && !more && list.count !== value && !isCountTold(value, [noun], grounding))
      result.findings.push(miscounted(span, list, 'source_contradiction'))
  }
  return result
}

/** The lists within the sentences of the sources that have the rarest word of a statement. */
function within(text: string, { index, vocabulary }: SourceReading): List[] {
  const known = termsOf(text).flatMap((key) => {
    const { id } = vocabulary.term(key)
    return !idle.test(key) && index().has(id) ? [id] : []
  })
  const [rarest] = known.sort((one, other) => index().weightOf(other) - index().weightOf(one))
  const places = rarest === undefined ? [] : index().placesOf(rarest, placesMax)
  return places.length > placesMax ? [] : places.flatMap((place) => inlineIn(index().sentence(place).text))
}

/** Whether the number stands in the last words of the heading, and is the only one. */
function isLast(text: string, head: string, whole: string): boolean {
  return (
    head.includes(whole) &&
    head.slice(head.indexOf(whole) + whole.length).split(' ').length <= 4 &&
    text.length >= head.length
  )
}

function miscounted(
  span: HallucinationFinding['span'],
  { head, count }: List,
  type: HallucinationFinding['type'],
): HallucinationFinding {
  const evidence = quoting(`The list has ${count} items:`, head)
  return { type, verdict: 'contradicted', severity: 'likely', confidence: 0.8, span, evidence }
}

/** Whether a statement tells of nothing but what heads a list. */
function isOfList(text: string, noun: string, head: string): boolean {
  const theirs = new Set(termsOf(head))
  const counting = stemOf(noun.toLowerCase())
  const words = termsOf(text).filter((key) => key !== counting && !idle.test(key))
  return words.length > 0 ? words.every((key) => theirs.has(key)) : theirs.has(counting)
}

function termsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])
    .filter((word) => !isFunctionWord(word) && numberWordValue(word) === undefined && !/^\d/.test(word))
    .map(stemOf)
}

/** Whether the sources themselves count so many of one of these words. */
export function isCountTold(value: number, words: readonly string[], grounding: string): boolean {
  return [...grounding.matchAll(new RegExp(`\\b([a-z]+|\\d+) (?:${words.join('|')})\\b`, 'gi'))].some(
    ([, written = '']) => countValue(written) === value,
  )
}

/** The lists of a text that are read whole. */
function listsIn(text: string): List[] {
  return [...blocksIn(text), ...inlineIn(text)]
}

/** The lists within sentences. */
function inlineIn(text: string): List[] {
  if (!text.includes(', ')) return []
  return [...text.matchAll(inline)].flatMap(([, head = '', items = '']) => {
    if (/\b(?:and|or)\b.*\band\b/.test(items) || !(head.endsWith(':') || / and /.test(items))) return []
    return [{ head, count: items.split(/, and |, | and /).length }]
  })
}

/** The lists of lines with one kind of sign under a heading with a colon. */
function blocksIn(text: string): List[] {
  const lists: List[] = []
  if (!/:\s*\n/.test(text)) return lists
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const head = lines[at]?.trim() ?? ''
    if (!head.endsWith(':') || bullet.test(head)) continue
    let from = at + 1
    while (from < lines.length && lines[from]?.trim() === '') from++
    const count = countFrom(lines, from)
    if (count > 1) lists.push({ head: head.split(/(?<=[.!?])\s/).at(-1) ?? head, count })
  }
  return lists
}

/** Counts the items of a list; 0 where another list follows that may go on with it. */
function countFrom(lines: readonly string[], from: number): number {
  const [, indent, number] = bullet.exec(lines[from] ?? '') ?? []
  if (indent === undefined) return 0
  let [count, at] = [0, from]
  for (; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, space, own] = bullet.exec(line) ?? []
    if (line.trim() === '') continue
    if (space === indent && (own === undefined) === (number === undefined)) count++
    else if (
      (space ?? /^\s*/.exec(line)?.[0] ?? '').length <= indent.length &&
      (number === undefined || space === undefined)
    )
      break
  }
  const isGoingOn = lines.slice(at).some((line) => bullet.test(line))
  return isGoingOn || count > itemsMax ? 0 : count
}
