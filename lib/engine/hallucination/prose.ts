const code = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g
const sentenceEnd = /(?<=[.!?]["'”’)\]]{0,3})\s+(?=["'“‘([]?[A-Z0-9\p{Lu}])|\n\s*\n|\n(?=\s*(?:[-*•#|>]|\d+[.)])\s)/gu
const abbreviation =
  /\b(?:e\.g|i\.e|etc|vs|cf|no|fig|dr|mr|mrs|ms|prof|st|inc|ltd|jr|sr|approx|al|eq|sec|vol|[A-Z])\.$/i
const commonWords = new Set(
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our'.split(
    ' ',
  ),
)

/** The text with code blocks and inline code blanked out; every position stays where it was. */
export function maskCode(text: string): string {
  return text.replace(code, (part) => part.replace(/[^\n]/g, ' '))
}

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
  for (const match of text.matchAll(sentenceEnd)) {
    const isBreak = match[0].includes('\n')
    if (isBreak || !abbreviation.test(text.slice(Math.max(0, match.index - 12), match.index)))
      close(match.index, match.index + match[0].length)
  }
  close(text.length, text.length)
  return sentences
}

/** True when a text of some length is made of English words; a short one is taken for English when it is plain ASCII. */
export function isEnglish(text: string): boolean {
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  if (words.length < 12) return !/[^\p{ASCII}‘’“”–—…•]/u.test(text.slice(0, 2000))
  return words.filter((word) => commonWords.has(word)).length / words.length >= 0.12
}

/** Lower case, plain quotes and dashes, single spaces. */
export function normalise(text: string): string {
  return text
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″«»]/g, '"')
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .trim()
}

/** Every word and number of a text in lower case, possessives without their ending. */
export function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replace(/['’]s\b/g, '')
  return plain.match(/[\p{L}\d]+/gu) ?? []
}

/** Words of three letters and more that stand in lower case, each as often as it does. */
export function ordinaryWordsOf(text: string): readonly string[] {
  return text.match(/(?<![\p{L}\d])\p{Ll}{3,}(?![\p{L}\d])/gu) ?? []
}
