import { DIGIT, endOfRun, isDigitAt, LETTER } from './characters'
import { countWords, type WordCounts } from './english'
import { lazily } from './lazily'
import type { Word } from './vocabulary'

/** The words of a text that begin with a letter, in the forms used to look up names. */
export interface TextWords {
  /** The distinct words as written. */
  written: ReadonlySet<string>
  /** In lower case, possessives without their ending. */
  lower: () => ReadonlySet<string>
  /** Prefixes of four or more letters of the capitalized words, in lower case. */
  beginnings: () => ReadonlySet<string>
}

/** The words of a text, noted while its pieces are read. */
export class WordList implements WordCounts {
  readonly #text: string
  readonly #spellings: Word[] = []
  /** Words within longer pieces. */
  readonly #others = new Set<string>()

  words = 0
  common = 0

  constructor(text: string) {
    this.#text = text
  }

  add(word: Word, start: number, end: number): void {
    const { words, common } = word.counts
    this.words += words
    this.common += common
    if (isDigitAt(this.#text, start - 1) || isDigitAt(this.#text, end)) this.#addParts(start, end)
    else if (word.noted !== this) {
      word.noted = this
      this.#spellings.push(word)
    }
  }

  addLink(start: number, end: number): void {
    const { words, common } = countWords(this.#text.slice(start, end))
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
    return this.#others.size > 0 || this.#spellings.some(({ hasNumberWord }) => hasNumberWord)
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

/** Returns the words within a piece of text: letters and digits, beginning with a letter. */
export function partsOf(piece: string): string[] {
  return (piece.match(/[\p{L}\d]+/gu) ?? []).filter((part) => part < '0' || part > ':')
}

/** Returns the words of a text in the forms used to look up names. */
export function toTextWords(text: string, written: ReadonlySet<string>): TextWords {
  const lower = lazily(() => {
    if (unlikeInLower.test(text)) return new Set(wordsOf(text))
    const hasSingleS = !(written.has('s') || written.has('S')) || singleS.test(text)
    const words = new Set<string>()
    for (const word of written) if (hasSingleS || (word !== 's' && word !== 'S')) words.add(word.toLowerCase())
    return words
  })
  return { written, lower, beginnings: lazily(() => new Set([...written].flatMap(beginningsOf))) }
}

/** Letters that lower-case to several characters (İ) or depending on their position (Σ), and an ending that is none ('sé). */
const unlikeInLower = /[İΣ]|['’][sS](?=[\p{L}\d])\P{ASCII}/u
/** An "s" that is no ending of a possessive. */
const singleS = /(?<![\p{L}\d'’])[sS](?![\p{L}\d])|['’][sS]_/u

/** Returns every word and number of a text in lower case, possessives without their ending. */
export function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replace(/['’]s\b/g, '')
  return plain.match(/[\p{L}\d]+/gu) ?? []
}

/** Returns the prefixes of a name from its fourth letter on, in lower case; empty if the word is not a name, or too long for one. */
function beginningsOf(word: string): string[] {
  const name = /^\p{Lu}\p{Ll}{3,60}(?!\p{Ll})/u.exec(word)?.[0].toLowerCase() ?? ''
  return Array.from({ length: Math.max(0, name.length - 3) }, (_, more) => name.slice(0, more + 4))
}
