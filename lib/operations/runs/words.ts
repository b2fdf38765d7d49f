/** What stands between words; in the texts and in what is asked for each of these is a space. */
export const BETWEEN_WORDS =
  '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~\n\r\t\f\v\u00a0¡§«·»¿–—‘’‚“”„…•→←↑↓×÷、。，．！？；：（）「」『』【】《》〈〉・　'

/** Scripts that are written without spaces: each sign is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const EACH_UNSPACED = new RegExp(UNSPACED, 'gu')

/** The text with its words apart; null where spaces part them already. */
export function spaceWords(text: string): string | null {
  return UNSPACED.test(text) ? text.replace(EACH_UNSPACED, ' $& ') : null
}

/** One thing asked for: words that stand side by side. The last one of a prefix may go on. */
export type Term = { words: string[]; isExcluded: boolean; isPrefix: boolean }

/** A word from which others are found that begin with it. */
const PREFIX_FROM = 2
const separators = new Set([...BETWEEN_WORDS, ' '])

/**
 * What a text asks for: every word, "words in quotes" side by side, -without; the last word may be the beginning of one.
 * Empty where there is no word in it.
 */
export function parseTerms(text: string): Term[] {
  const tokens = [...text.matchAll(/(-?)(?:"([^"]*)"?|(\S+))/g)]
  return tokens.flatMap(([, minus, quoted, bare], place) => {
    const words = toWords(quoted ?? bare ?? '')
    if (words.length === 0) return []
    const isExcluded = minus === '-'
    const isLast = place === tokens.length - 1 && quoted === undefined
    const isPrefix = isLast && !isExcluded && (words.at(-1) ?? '').length >= PREFIX_FROM
    return [{ words, isExcluded, isPrefix }]
  })
}

function toWords(text: string): string[] {
  const lower = text.toLowerCase()
  const spaced = [...(spaceWords(lower) ?? lower)].map((char) => (separators.has(char) ? ' ' : char)).join('')
  return spaced.split(/\s+/).filter(Boolean)
}

/** The terms as a query of PostgreSQL. */
export function toTsQuery(terms: readonly Term[]): string {
  return terms
    .map(({ words, isExcluded, isPrefix }) => {
      const side = words.map((word, place) => `'${word}'${isPrefix && place === words.length - 1 ? ':*' : ''}`)
      return `${isExcluded ? '!' : ''}(${side.join(' <-> ')})`
    })
    .join(' & ')
}
