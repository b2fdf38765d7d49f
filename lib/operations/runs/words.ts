// Words are separated by everything but letters, marks and numbers.
const BETWEEN = /[^\p{L}\p{M}\p{N}]+/u
/** Scripts written without spaces, in which each character is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const EACH_UNSPACED = new RegExp(UNSPACED, 'gu')
/** Longer tokens are treated as data and dropped. */
const WORD_MAX = 100

/** Splits a text into lower-case words, in order. */
export function toWords(text: string): string[] {
  const lower = text.toLowerCase()
  const spaced = UNSPACED.test(lower) ? lower.replace(EACH_UNSPACED, ' $& ') : lower
  return spaced.split(BETWEEN).filter((word) => word !== '' && word.length <= WORD_MAX)
}

/** A node's name as a single search word. The colon keeps it distinct from words of texts. */
export const nodeWord = (name: string) => `node:${name.toLowerCase()}`

const PLACE_MAX = 16_383
const PLACES_MAX = 250

/** Formats a text's words with their positions, and further words without, as a tsvector literal. */
export function toTsVector(text: string, placeless: readonly string[]): string {
  const places = new Map<string, number[]>()
  for (const [index, word] of toWords(text).entries()) {
    const known = places.get(word)
    if (!known) places.set(word, [Math.min(index + 1, PLACE_MAX)])
    else if (known.length < PLACES_MAX && index < PLACE_MAX) known.push(index + 1)
  }
  const placed = [...places].map(([word, at]) => `'${word}':${at.join(',')}`)
  return [...placeless.map(quote), ...placed].join(' ')
}

const quote = (word: string) => `'${word.replaceAll(/['\\]/g, '$&$&')}'`

/** One search term: adjacent words. With `isPrefix` the last may be the beginning of a word. */
export type Term = { words: string[]; isExcluded: boolean; isPrefix: boolean }

/** Minimum length of a prefix. */
const PREFIX_FROM = 2

/**
 * Parses a search text: every word must match, "quoted words" as a phrase, -word excludes, and the last word may be a prefix.
 * Empty when it contains no word.
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

/** Formats terms, and further words without a position, as a tsquery literal. */
export function toTsQuery(terms: readonly Term[], placeless: readonly string[]): string {
  const asked = terms.map(({ words, isExcluded, isPrefix }) => {
    const side = words.map((word, place) => `'${word}'${isPrefix && place === words.length - 1 ? ':*' : ''}`)
    return `${isExcluded ? '!' : ''}(${side.join(' <-> ')})`
  })
  return [...asked, ...placeless.map(quote)].join(' & ')
}
