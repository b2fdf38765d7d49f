import { matchesIn } from './matches'

const sentenceEnd =
  /(?=\s)(?<=[.!?]["'”’)\]]{0,3})\s+(?=["'“‘([]?[A-Z0-9\p{Lu}])|\n\s*\n|\n(?=\s*(?:[-*•#|>]|\d+[.)])\s)/gu
const abbreviation =
  /\b(?:e\.g|i\.e|etc|vs|cf|no|fig|dr|mr|mrs|ms|prof|st|inc|ltd|jr|sr|approx|al|eq|sec|vol|[A-Z])\.$/i

/** One sentence, list item or heading: its text and where it begins. */
export interface Sentence {
  start: number
  text: string
}

/** Splits prose into sentences, list items and headings. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  function close(end: number, next: number) {
    const raw = text.slice(start, end)
    const trimmed = raw.trim()
    if (trimmed) sentences.push({ start: start + raw.indexOf(trimmed), text: trimmed })
    start = next
  }
  for (const match of matchesIn(text, sentenceEnd)) {
    const isBreak = match[0].includes('\n')
    if (isBreak || !abbreviation.test(text.slice(Math.max(0, match.index - 12), match.index)))
      close(match.index, match.index + match[0].length)
  }
  close(text.length, text.length)
  return sentences
}

const joined = /[.!?]["”)]?["“]?\p{Lu}\p{Ll}/u
const joint = /(?=["“]?\p{Lu}\p{Ll})(?<=[\p{Ll}\d)"”]{2}[.!?]["”)]?)/u

/** The same sentences, parted where they were joined without a space. */
export function clausesOf(sentences: readonly Sentence[]): Sentence[] {
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
