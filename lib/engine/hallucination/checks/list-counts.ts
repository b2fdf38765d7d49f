import { lazily } from '../../lazily'
import { type CheckResult, type HallucinationFinding, quoting, spanOf } from '../finding'
import type { Material } from '../material'
import { numberWordValue } from '../numbers/read-numbers'
import { isFunctionWord, stemOf } from '../text/stems'

/** "Four items", where the number tells how many there are: not "at least four", "four more" or "the first four". */
const counted =
  /(?<!\b(?:least|most|than|over|about|around|nearly|almost|first|last|next|other|another|up to|up|each|per|every) )\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[2-9]|1\d) ((?!more\b|other\b|of\b|hundred\b|thousand\b|million\b|times\b|days?\b|hours?\b|minutes?\b|weeks?\b|months?\b|years?\b)\p{Ll}{3,}s)\b/iu
const bullet = /^(\s*)(?:[-*•]|(\d{1,2})[.)])\s+\S/
/** A list within a sentence: what stands before it, and its items. */
const inline =
  /(?:^|[.!?\n]\s*)([^.!?\n:]{3,120}?(?::|\b(?:contains?|includes?|consists? of|comprises?|are|lists?))) ((?:[^,.;:!?\n]{2,40}, ){1,12}[^,.;:!?\n]{2,80})(?:[.!?]["”')]?(?=\s|$)|\n|$)/g
/** Verbs and nouns that say of a list no more than that it is one. */
const idle =
  /^(?:ther|contain|includ|consist|comprise|compris|list|need|send|sent|ha|has|have|item|thing|entry|follow|plea|pleas|please|must|total|full|complet)$/
const itemsMax = 30

/** A list: the words before it, and how many items it has. */
interface List {
  head: string
  count: number
}

/**
 * Finds a number of things that is not that of the list it announces, "three documents" before four, or of the only list of the sources that is
 * headed by the same words.
 */
export function findListCounts({ prose, output, grounding, isEnglish, sentences }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  if (!isEnglish || !counted.test(prose)) return result
  const own = listsIn(prose)
  const given = lazily(() => listsIn(grounding))
  for (const { text, start } of sentences()) {
    const match = counted.exec(text)
    if (!match || /[?]|\b(?:not|no|if|could|would|any|some)\b/i.test(text)) continue
    const [whole, written = '', noun = ''] = match
    const value = numberWordValue(written.toLowerCase()) ?? Number(written)
    const span = spanOf(output, start + match.index, start + match.index + whole.length)
    const announced = own.find(({ head }) => head.endsWith(':') && text.startsWith(head) && isLast(text, head, whole))
    if (announced) {
      if (announced.count !== value) result.findings.push(miscounted(span, announced, 'self_contradiction'))
      continue
    }
    const told = grounding === '' || text.includes(':') ? [] : given().filter((list) => isOfList(text, noun, list.head))
    const [list, more] = told
    if (list && !more && list.count !== value && !isTold(value, noun, grounding))
      result.findings.push(miscounted(span, list, 'source_contradiction'))
  }
  return result
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

/** Whether the sources themselves count so many. */
function isTold(value: number, noun: string, grounding: string): boolean {
  return [...grounding.matchAll(new RegExp(`\\b([a-z]+|\\d+) ${noun}\\b`, 'gi'))].some(
    ([, written = '']) => (numberWordValue(written.toLowerCase()) ?? Number(written)) === value,
  )
}

/** The lists of a text that are read whole: lines with one kind of sign under a heading with a colon, and those within a sentence. */
function listsIn(text: string): List[] {
  const lists: List[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const head = lines[at]?.trim() ?? ''
    if (!head.endsWith(':') || bullet.test(head)) continue
    let from = at + 1
    while (from < lines.length && lines[from]?.trim() === '') from++
    const count = countFrom(lines, from)
    if (count > 1) lists.push({ head: head.split(/(?<=[.!?])\s/).at(-1) ?? head, count })
  }
  for (const [, head = '', items = ''] of text.matchAll(inline))
    if (!/\b(?:and|or)\b.*\band\b/.test(items) && (head.endsWith(':') || / and /.test(items)))
      lists.push({ head, count: items.split(/, and |, | and /).length })
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
