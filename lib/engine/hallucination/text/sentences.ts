import { CAPITAL, CodeSet, classAt, DIGIT, ENDING, endOfRun, SPACE } from './characters'

/** Its point first, which is found faster than a word. */
const abbreviation =
  /\.$(?<=\b(?:e\.g|i\.e|etc|vs|cf|no|fig|dr|mr|mrs|ms|prof|st|inc|ltd|jr|sr|approx|al|eq|sec|vol|(?<!°)[A-Z])\.)/i
/** Characters that may precede the first letter of a sentence. */
const openers = new CodeSet(`"'“‘([`)
const CLOSERS_MAX = 3
const NEW_LINE = 0x0a
/** What a line begins with that goes on from none before it: a bullet, a bold label, the time of a chat or log, or a call with its result. */
const bullet =
  /(?:[-*•#|>]|\d+[.)])\s|\*\*[^*\n]{1,40}(?::\*\*|\*\*:)\s|(?:Step|STEP) \d+\b|\[?\d{1,2}:\d\d(?::\d\d)?[\]\s]|\[?\d{4}-\d\d-\d\d[T ]\d\d:|[a-z]\w*\([^()\n]*\): /y

/** A sentence, list item or heading: its text and its start. */
export interface Sentence {
  start: number
  text: string
}

/** Returns the index of the last of some sentences or other spans, in order, that begins at or before a place; -1 if none does. */
export function spanAt(spans: readonly { start: number }[], place: number): number {
  let [from, to] = [0, spans.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((spans[middle] as { start: number }).start <= place) from = middle + 1
    else to = middle
  }
  return from - 1
}

/** Where a sentence may end: a sign and the white space after it, a new line, or a full stop of Chinese and Japanese. */
const ending = /[.!?]["'”’)\]]{0,3}\s|\n|[。！？](?=[^\s」』”）])/g

const wideStops = new CodeSet('。！？')

/** Splits prose into sentences, list items and headings. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  ending.lastIndex = 0
  while (ending.test(text)) {
    let at = ending.lastIndex - 1
    if (wideStops.has(text.charCodeAt(at))) {
      push(sentences, text, start, at + 1)
      start = at + 1
      continue
    }
    while ((classAt(text, at - 1) & SPACE) !== 0) at--
    const after = endOfRun(text, at, SPACE)
    const cut = cutIn(text, at, after)
    if (cut) {
      push(sentences, text, start, cut.from)
      start = cut.to
    }
    ending.lastIndex = after
  }
  push(sentences, text, start, text.length)
  return sentences
}

/** Adds the text between two positions, trimmed. */
function push(sentences: Sentence[], text: string, start: number, end: number): void {
  let [from, to] = [start, end]
  while (from < to && (classAt(text, from) & SPACE) !== 0) from++
  while (to > from && (classAt(text, to - 1) & SPACE) !== 0) to--
  if (from < to) sentences.push({ start: from, text: text.slice(from, to) })
}

/** Returns where one sentence ends and the next begins within the white space between two positions, or null. */
function cutIn(text: string, from: number, to: number): { from: number; to: number } | null {
  if (isEnd(text, from) && isBeginning(text, to)) {
    if (hasNewLine(text, from, to)) return { from, to }
    return abbreviation.test(text.slice(Math.max(0, from - 12), from)) ? null : { from, to }
  }
  if (to === from + 1 && text.charCodeAt(from) !== NEW_LINE) return null
  const first = text.indexOf('\n', from)
  if (first < 0 || first >= to) return null
  const last = text.lastIndexOf('\n', to - 1)
  if (last > first) return { from: first, to: last + 1 }
  bullet.lastIndex = to
  return bullet.test(text) ? { from: first, to: first + 1 } : null
}

function hasNewLine(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === NEW_LINE) return true
  return false
}

/** Whether a sentence ends directly before, or before a closing quotation mark or bracket. */
function isEnd(text: string, at: number): boolean {
  let before = at - 1
  while (at - before <= CLOSERS_MAX && (classAt(text, before) & ENDING) !== 0 && !isSign(text, before)) before--
  return isSign(text, before)
}

function isSign(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 0x2e || code === 0x21 || code === 0x3f
}

/** A code that begins with small letters: "web-01", "sub_3C". */
const smallCode = /\p{Ll}+(?:[-_]\p{L}+)*[-_]\d/uy

/** Whether a sentence may begin here: with a capital, a digit or a code. */
function isBeginning(text: string, at: number): boolean {
  const from = openers.has(text.charCodeAt(at)) ? at + 1 : at
  if (from >= text.length) return false
  if ((classAt(text, from) & (CAPITAL | DIGIT)) !== 0) return true
  smallCode.lastIndex = from
  return smallCode.test(text)
}

const joined = /[.!?]["”)]?["“]?\p{Lu}\p{Ll}/u
const joint = /(?=["“]?\p{Lu}\p{Ll})(?<=[\p{Ll}\d)"”]{2}[.!?]["”)]?)/u

/** Splits sentences that were joined without a space. */
export function clausesOf(whole: string, sentences: readonly Sentence[]): readonly Sentence[] {
  if (!joined.test(whole)) return sentences
  const clauses: Sentence[] = []
  for (const { start, text } of sentences) {
    let from = start
    for (const part of joined.test(text) ? text.split(joint) : [text]) {
      clauses.push({ start: from, text: part })
      from += part.length
    }
  }
  return clauses
}

/** Words that announce a statement and are no part of it: "According to the report, ", "In short: ", "Note that ", "Step 2: ". */
const leadIn =
  /^(?:(?:according to|as (?:stated|noted|described|mentioned) in|based on|per) (?:the|your|our|these|this) (?:[a-z]+ )?[a-z]+[,:] (?:it (?:says|states) that )?|(?:the|this) [a-z]+ (?:also )?(?:says|states|notes|reports|mentions|shows|explains|confirms) that |(?:please )?note that |it (?:says|states|is stated|is noted) that |step \d{1,2}(?: [-–—]|[:.)]) |(?:in short|in summary|in brief|to summari[sz]e|summary|in other words|in conclusion|overall)[,:] )(?=\S)/i

/** The letters that these words begin with, in either case, for a quick check. */
const leadStarts = new Set(
  'ac as ba pe th pl no it in to su ov st'
    .split(' ')
    .flatMap((start) => [start, `${start.charAt(0).toUpperCase()}${start.charAt(1)}`]),
)

/** Returns the length of the words that only announce what a sentence says; 0 if there are none. */
export function leadInLength(text: string): number {
  return leadStarts.has(text.slice(0, 2)) ? (leadIn.exec(text)?.[0].length ?? 0) : 0
}

/** Characters read on each side of a place, so that a text without sentences takes no longer than one with them. */
const REACH = 500

/** Returns the sentence or line around a range of a text, at most 500 characters to each side. */
export function sentenceAround(text: string, { start, end }: { start: number; end: number }): string {
  const before = text.slice(Math.max(0, start - REACH), start)
  const stop = text.slice(end, end + REACH).search(/\.\s|\n|$/)
  return before.slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf('\n')) + 1) + text.slice(start, end + stop)
}
