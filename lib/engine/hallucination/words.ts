import { classes, DIGIT, endOfRun, LETTER } from './characters'
import { lazily } from './lazily'

/** The words of a text that begin with a letter, in the forms used to look up names. */
export interface TextWords {
  /** The distinct words as written. */
  written: ReadonlySet<string>
  /** In lower case, possessives without their ending. */
  lower: () => ReadonlySet<string>
  /** Prefixes of four or more letters of the capitalized words, in lower case. */
  beginnings: () => ReadonlySet<string>
}

/** Reads the words of a text in one pass. */
export function readWords(text: string): TextWords {
  const written = new Set<string>()
  const known = new SliceCache()
  // These letters lower-case to several characters (İ) or depending on their position (Σ).
  let isPlain = !text.includes('İ') && !text.includes('Σ')
  let hasSingleS = false
  for (let start = 0; start < text.length; start++) {
    let end = start
    let hash = 0
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (((classes[code] ?? 0) & (LETTER | DIGIT)) === 0) break
      hash = (Math.imul(hash, 31) + code) | 0
    }
    const whole = endOfRun(text, end, LETTER | DIGIT)
    for (; end < whole; end++) hash = (Math.imul(hash, 31) + text.charCodeAt(end)) | 0
    if (end === start) continue
    if (isS(text, start)) {
      const isEnding = isApostrophe(text.charCodeAt(start - 1))
      // Whether it is the ending of a possessive depends on the next character.
      if (end - start === 1) hasSingleS ||= !isEnding || text[end] === '_'
      else if (isEnding && text.charCodeAt(start + 1) > 127) isPlain = false
    }
    const isNumber = ((classes[text.charCodeAt(start)] ?? 0) & DIGIT) !== 0
    if (!isNumber && !known.has(text, start, end, hash)) {
      const word = text.slice(start, end)
      known.keep(word, hash)
      written.add(word)
    }
    start = end
  }
  const lower = lazily(() => {
    if (!isPlain) return new Set(wordsOf(text))
    const words = new Set<string>()
    for (const word of written) if (hasSingleS || (word !== 's' && word !== 'S')) words.add(word.toLowerCase())
    return words
  })
  return { written, lower, beginnings: lazily(() => new Set([...written].flatMap(beginningsOf))) }
}

/** Returns every word and number of a text in lower case, possessives without their ending. */
export function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replace(/['’]s\b/g, '')
  return plain.match(/[\p{L}\d]+/gu) ?? []
}

function isS(text: string, at: number): boolean {
  return (text.charCodeAt(at) | 0x20) === 0x73
}

function isApostrophe(code: number): boolean {
  return code === 0x27 || code === 0x20_19
}

/** Returns the prefixes of a name from its fourth letter on, in lower case; empty if the word is not a name, or too long for one. */
function beginningsOf(word: string): string[] {
  const name = /^\p{Lu}\p{Ll}{3,60}(?!\p{Ll})/u.exec(word)?.[0].toLowerCase() ?? ''
  return Array.from({ length: Math.max(0, name.length - 3) }, (_, more) => name.slice(0, more + 4))
}

const commonWords = new Set(
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our'.split(
    ' ',
  ),
)
const commonKeys = new Set([...commonWords].map(keyOf))
/** Length of the longest common word; keys have five bits per letter. */
const commonLength = Math.max(...[...commonWords].map(({ length }) => length))

/**
 * Whether a text is English, by its share of common words. A text of fewer than 12 words counts as English if it is plain ASCII, apart from
 * typographic punctuation.
 */
export function isEnglish(whole: string): boolean {
  const start = whole.slice(0, 20_000)
  // The only letter that becomes two characters in lower case.
  const text = start.includes('İ') ? start.toLowerCase() : start
  let [words, common] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const start = at
    let key = 0
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (((classes[code] ?? 0) & LETTER) === 0) break
      key = (key << 5) | letterNumber(code)
    }
    for (const end = endOfRun(text, at, LETTER); at < end; at++) key = (key << 5) | letterNumber(text.charCodeAt(at))
    if (at === start) continue
    words++
    if (at - start <= commonLength && commonKeys.has(key)) common++
  }
  if (words < 12) return common >= 3 || !/(?=\P{ASCII})\p{L}/u.test(whole.slice(0, 2000).toLowerCase())
  return common / words >= 0.12
}

function keyOf(word: string): number {
  return [...word].reduce((key, letter) => (key << 5) | letterNumber(letter.charCodeAt(0)), 0)
}

/** Returns the number of a letter in either case; 0x1f for all non-ASCII characters. The Kelvin sign is a capital k. */
function letterNumber(code: number): number {
  return code === 0x21_2a ? 0x0b : code > 127 ? 0x1f : code & 0x1f
}

const size = 1024

/**
 * Cache of the words of a text, looked up by position, because comparing letters is cheaper than slicing a word out and most words were
 * seen before. Entries are overwritten: a missing word may have been seen.
 */
class SliceCache {
  readonly #words = new Array<string | undefined>(size)

  /** Whether the word from `start` to `end` of a text is cached; equal words must have equal `hash`. */
  has(text: string, start: number, end: number, hash: number): boolean {
    const word = this.#words[slotOf(hash)]
    if (word === undefined || word.length !== end - start) return false
    for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false
    return true
  }

  keep(word: string, hash: number): void {
    this.#words[slotOf(hash)] = word
  }
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (size - 1)
}
