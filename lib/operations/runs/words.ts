// What parts words: every sign that is no letter, mark or number.
const BETWEEN = /[^\p{L}\p{M}\p{N}]+/u
/** Scripts that are written without spaces: each sign is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const EACH_UNSPACED = new RegExp(UNSPACED, 'gu')
/** A longer word is data. */
const WORD_MAX = 100

/** The words of a text in their order, in small letters. */
export function toWords(text: string): string[] {
  const lower = text.toLowerCase()
  const spaced = UNSPACED.test(lower) ? lower.replace(EACH_UNSPACED, ' $& ') : lower
  return spaced.split(BETWEEN).filter((word) => word !== '' && word.length <= WORD_MAX)
}

/** A name of a node as a word of its own; no word of a text holds a colon. */
export const nodeWord = (name: string) => `node:${name.toLowerCase()}`

const PLACE_MAX = 16_383
const PLACES_MAX = 250

/** The words of a text with their places, and words without a place, as a tsvector is written. */
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

/** One thing asked for: words that stand side by side. The last one of a prefix may go on. */
export type Term = { words: string[]; isExcluded: boolean; isPrefix: boolean }

/** A word from which others are found that begin with it. */
const PREFIX_FROM = 2

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

/** The terms, and words without a place, as a tsquery is written. */
export function toTsQuery(terms: readonly Term[], placeless: readonly string[]): string {
  const asked = terms.map(({ words, isExcluded, isPrefix }) => {
    const side = words.map((word, place) => `'${word}'${isPrefix && place === words.length - 1 ? ':*' : ''}`)
    return `${isExcluded ? '!' : ''}(${side.join(' <-> ')})`
  })
  return [...asked, ...placeless.map(quote)].join(' & ')
}
