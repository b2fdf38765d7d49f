import type { Capitals } from './capitals'
import { codesOf, DIGIT, endOfRun, isDigit, isDigitAt, LETTER } from './characters'
import { countWords, type WordCounts } from './english'
import { lazily } from './lazily'
import { ALL_TRAITS, NO_NAME, NUMBER_WORD, type Spelling, spellingAt } from './spelling'

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
  /** The traits of all words. */
  traits = 0
  readonly #capitals: Capitals | undefined

  /** Notes the words that may be part of a name in `capitals`, where given. */
  constructor(text: string, capitals?: Capitals) {
    this.#text = text
    this.#capitals = capitals
  }

  /** Adds a word, given the character before it. */
  add(word: Spelling, start: number, end: number, before: number): void {
    this.traits |= word.traits
    if (this.#capitals && word.nameKind !== NO_NAME) this.#capitals.add(word, start)
    this.words += word.counts.words
    this.common += word.counts.common
    // Of the digits behind a word, all but those behind an apostrophe or point belong to it.
    if (isDigit(before) || (!word.isPlain && isDigitAt(this.#text, end))) this.#addParts(start, end)
    else if (word.list !== this.#number) {
      word.list = this.#number
      this.#spellings.push(word)
    }
  }

  addLink(start: number, end: number): void {
    const { words, common } = countWords(this.#text.slice(start, end))
    this.traits = ALL_TRAITS
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

/** Returns the words within a piece of text: letters and digits, beginning with a letter. */
export function partsOf(piece: string): string[] {
  return (piece.match(/[\p{L}\d]+/gu) ?? []).filter((part) => part < '0' || part > ':')
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
