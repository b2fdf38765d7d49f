import { lazily } from '../../lazily'
import {
  CodeSet,
  classOf,
  codesOf,
  DIGIT,
  endOfRun,
  IDEOGRAPHS,
  isDigit,
  isDigitAt,
  isIdeograph,
  LETTER,
  SPACE,
} from '../text/characters'
import { countWords, type WordCounts } from '../text/english'
import { NUMBER_WORD } from './traits'
import { NO_NAME, ODD, PROPER, type Spelling, spellingAt } from './vocabulary'

/** The words of a text that begin with a letter, in the forms used to look up names. */
export interface TextWords {
  /** The distinct words as written. */
  written: ReadonlySet<string>
  /** In lower case, possessives without their ending. */
  lower: () => ReadonlySet<string>
  /** Prefixes of four or more letters of the capitalized words, in lower case. */
  beginnings: () => ReadonlySet<string>
}

let lists = 0
/** Stands for a link, of which any part may be a name. */
const linkMark = { ...spellingAt('Ö', codesOf('Ö'), 0, 1) }

/** The words of a text, noted while its pieces are read. */
export class WordList implements WordCounts {
  readonly #text: string
  readonly #number = ++lists
  readonly #spellings: Spelling[] = []
  /** Words within longer pieces. */
  readonly #others = new Set<string>()

  words = 0
  common = 0
  /** The traits of all words, which their reader adds. */
  traits = 0
  readonly #capitals: Capitals | undefined

  /** Notes the words that may be part of a name in `capitals`, where given. */
  constructor(text: string, capitals?: Capitals) {
    this.#text = text
    this.#capitals = capitals
  }

  /** Adds a word, given the character before it. */
  add(word: Spelling, start: number, end: number, before: number): void {
    if (this.#capitals && word.nameKind !== NO_NAME) this.#capitals.add(word, start)
    this.words += word.counts.words
    this.common += word.counts.common
    // Of the digits behind a word, all but those behind an apostrophe or point belong to it.
    const isSign = !word.isPlain && isIdeograph(word.written.charCodeAt(0))
    if (!isSign && (isDigit(before) || (!word.isPlain && isDigitAt(this.#text, end)))) this.#addParts(start, end)
    else if (word.list !== this.#number) {
      word.list = this.#number
      this.#spellings.push(word)
    }
  }

  addLink(start: number, end: number): void {
    const { words, common } = countWords(this.#text.slice(start, end))
    this.#capitals?.add(linkMark, start)
    this.words += words
    this.common += common
    this.#addParts(start, end)
  }

  /** Letters behind a digit, up to the next other sign, belong to the number: "5kg". */
  #addParts(start: number, end: number): void {
    const parts = partsOf(this.#text.slice(start, endOfRun(this.#text, end, LETTER | DIGIT)))
    for (const part of isDigitAt(this.#text, start - 1) ? parts.slice(1) : parts) this.#others.add(part)
  }

  mayHaveNumberWord(): boolean {
    return this.#others.size > 0 || (this.traits & NUMBER_WORD) !== 0
  }

  /** Returns the distinct words as written. */
  written(): Set<string> {
    const written = new Set(this.#others)
    for (const word of this.#spellings)
      if (word.isPlain) written.add(word.written)
      else for (const part of partsOf(word.written)) written.add(part)
    return written
  }
}

const wordOfText = new RegExp(`(?:(?![${IDEOGRAPHS}])[\\p{L}\\d])+|[${IDEOGRAPHS}]`, 'gu')

/** Returns the words within a piece of text: letters and digits, beginning with a letter. */
export function partsOf(piece: string): string[] {
  return (piece.match(wordOfText) ?? []).filter((part) => part < '0' || part > ':')
}

/** Returns the words of a text in the forms used to look up names. */
export function toTextWords(text: string, written: ReadonlySet<string>): TextWords {
  const lower = lazily(() => {
    if (mayBeUnlike(text) && unlikeInLower.test(text)) return new Set(wordsOf(text))
    const hasSingleS = !(written.has('s') || written.has('S')) || singleS.test(text)
    const words = new Set<string>()
    for (const word of written) if (hasSingleS || (word !== 's' && word !== 'S')) words.add(word.toLowerCase())
    return words
  })
  return { written, lower, beginnings: lazily(() => new Set([...written].flatMap(beginningsOf))) }
}

/** Letters that lower-case to several characters (İ) or depending on their position (Σ), and an ending that is none ('sé). */
const unlikeInLower = /[İΣ]|['’][sS](?=[\p{L}\d])\P{ASCII}/u
/** Quick check for {@link unlikeInLower}: a sign is found much faster than a pattern. */
const mayBeUnlike = (text: string) => ['İ', 'Σ', "'", '’'].some((sign) => text.includes(sign))
/** An "s" that is no ending of a possessive. */
const singleS = new RegExp(`(?<!(?![${IDEOGRAPHS}])[\\p{L}\\d'’])[sS](?!(?![${IDEOGRAPHS}])[\\p{L}\\d])|['’][sS]_`, 'u')

/** Returns every word and number of a text in lower case, possessives without their ending. */
export function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replace(/['’]s\b/g, '')
  return plain.match(wordOfText) ?? []
}

/** Returns the prefixes of a name from its fourth letter on, in lower case; empty if the word is not a name, or too long for one. */
function beginningsOf(word: string): string[] {
  const name = /^\p{Lu}\p{Ll}{3,60}(?!\p{Ll})/u.exec(word)?.[0].toLowerCase() ?? ''
  return Array.from({ length: Math.max(0, name.length - 3) }, (_, more) => name.slice(0, more + 4))
}

const word = "\\p{Lu}[\\p{Ll}'’]+(?:-\\p{Lu}[\\p{Ll}]+)?"
/** A name of two or more words. */
export const namePattern = new RegExp(
  `(?<![\\p{L}\\d_@/.-])${word}(?:\\s+(?:(?:of|de|van|von|der|la|bin)\\s+)?${word})+(?![\\p{L}\\d_@/-])`,
  'gu',
)

/** The words of a text that may be part of a name, in order. */
export class Capitals {
  readonly words: Spelling[] = []
  readonly starts: number[] = []

  add(word: Spelling, start: number): void {
    this.words.push(word)
    this.starts.push(start)
  }

  /** Returns the first word at or after a position, searched from another one on. */
  indexFrom(index: number, start: number): number {
    let at = index
    while (at < this.starts.length && (this.starts[at] as number) < start) at++
    return at
  }

  /**
   * Returns the runs of two or more words from `index` on that lie before `end`, with single spaces between them: the index of the first word
   * of each, and the index behind its last. Null where only a pattern can tell, because of what stands around a word.
   */
  runsFrom(text: string, index: number, end: number): number[] | null {
    const runs: number[] = []
    let from = -1
    let lastEnd = -1
    let at = index
    for (; at < this.starts.length; at++) {
      const start = this.starts[at] as number
      if (start >= end) break
      const { nameKind: kind, written } = this.words[at] as Spelling
      if (kind === ODD) return null
      const wordEnd = start + written.length
      if (isOddBefore(text, start) || isOddAfter(text, wordEnd)) return null
      const isNext = lastEnd >= 0 && start === lastEnd + 1 && text.charCodeAt(lastEnd) === 0x20
      if (lastEnd >= 0 && !isNext && mayJoin(text, lastEnd, start)) return null
      if (!isNext || kind !== PROPER) {
        if (from >= 0 && at - from > 1) runs.push(from, at)
        from = -1
      }
      if (kind === PROPER) {
        if (from < 0) from = at
        lastEnd = wordEnd
      } else lastEnd = -1
    }
    if (from >= 0 && at - from > 1) runs.push(from, at)
    return runs
  }
}

const before = new CodeSet('@/.-_#&')
const after = new CodeSet("@/-_'’")

/** Whether the sign before a word may keep it from beginning a name. */
function isOddBefore(text: string, start: number): boolean {
  if (start === 0) return false
  const code = text.charCodeAt(start - 1)
  if (code === 0x20) return false
  return before.has(code) || code > 127 || (classOf(code) & (LETTER | DIGIT)) !== 0
}

/** Whether the sign after a word may be part of it, or keep it from ending a name. */
function isOddAfter(text: string, end: number): boolean {
  const code = text.charCodeAt(end)
  if (code === 0x20) return false
  return after.has(code) || code > 127
}

const joint = /^\s+(?:(?:of|de|van|von|der|la|bin)\s+)?$/
const jointMax = 12

/** Whether what stands between two words may join them to one name. */
function mayJoin(text: string, from: number, to: number): boolean {
  if ((classOf(text.charCodeAt(from)) & SPACE) === 0) return false
  const isWide = (classOf(text.charCodeAt(from + 1)) & SPACE) !== 0 || (classOf(text.charCodeAt(to - 2)) & SPACE) !== 0
  return (isWide || to - from <= jointMax) && joint.test(text.slice(from, to))
}
