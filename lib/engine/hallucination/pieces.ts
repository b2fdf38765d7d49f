import {
  classAt,
  classBefore,
  classes,
  classOf,
  DIGIT,
  endOfDecimals,
  endOfRun,
  endOfThousands,
  LETTER,
  SPACE,
  WORD,
} from './characters'

const underscore = 0x5f
const [comma, point] = [0x2c, 0x2e]

type PieceKind = 'word' | 'number' | 'link'

/**
 * Iterates over the pieces of a part of a text: a link, a number in digits, an abbreviation of capitals with points ("U.S."), or a word
 * with its digits, underscores and apostrophes. Digits within a name or a number are not separate pieces.
 */
export class Pieces {
  readonly #text: string
  #at = 0
  #to = 0

  kind: PieceKind = 'word'
  start = 0
  end = 0
  /** Hash of a word's letters. */
  hash = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Restarts at `from`. No word or number may cross the bounds. */
  within(from: number, to: number): this {
    this.#at = from
    this.#to = to
    return this
  }

  /** Advances to the next piece; false when there is none. */
  next(): boolean {
    const text = this.#text
    for (let at = this.#at; at < this.#to; at++) {
      const code = text.charCodeAt(at)
      const found = classes[code] || classAt(text, at)
      if ((found & (LETTER | DIGIT)) === 0) continue
      if (found & LETTER) return this.#word(at, code)
      if (isWithinName(text, at)) continue
      this.kind = 'number'
      return this.#stop(at, endOfNumber(text, at))
    }
    return false
  }

  #stop(start: number, end: number): true {
    this.start = start
    this.end = end
    this.#at = end
    return true
  }

  #word(start: number, first: number): true {
    const text = this.#text
    const link = endOfLink(text, start, first, this.#to)
    if (link > start) {
      this.kind = 'link'
      return this.#stop(start, link)
    }
    this.kind = 'word'
    let hash = 0
    let end = start
    for (; end < this.#to; end++) {
      const code = text.charCodeAt(end)
      if (((classes[code] ?? 0) & WORD) === 0) break
      hash = (Math.imul(hash, 31) + code) | 0
    }
    const whole = endOfLetters(text, start, first, end)
    for (; end < whole; end++) hash = (Math.imul(hash, 31) + text.charCodeAt(end)) | 0
    this.hash = hash
    return this.#stop(start, whole)
  }
}

/** Returns the end of a word known to reach at least `known`, extended over an apostrophe, an abbreviation, or non-ASCII letters. */
function endOfLetters(text: string, start: number, first: number, known: number): number {
  const next = text.charCodeAt(known)
  if (next === point && known === start + 1 && isAsciiCapital(first)) {
    const abbreviation = endOfAbbreviation(text, start)
    if (abbreviation > start) return abbreviation
  }
  let end = next > 127 && next !== 0x20_19 ? endOfRun(text, known, WORD) : known
  for (let mark = text.charCodeAt(end); mark === 0x27 || mark === 0x20_19; mark = text.charCodeAt(end)) {
    const further = endOfRun(text, end + 1, LETTER)
    if (further === end + 1) break
    end = further
  }
  return end
}

/** Returns the end of the link that starts here, or `start` if there is none. */
function endOfLink(text: string, start: number, first: number, to: number): number {
  if (first !== 0x68 && first !== 0x77) return start
  const second = text.charCodeAt(start + 1)
  if (second !== 0x74 && second !== 0x77) return start
  const scheme = ['https://', 'http://', 'www.'].find((one) => text.startsWith(one, start))
  if (!scheme) return start
  const from = start + scheme.length
  let end = from
  while (end < to && !isEndOfLink(text.charCodeAt(end))) end++
  return end > from ? end : start
}

function isEndOfLink(code: number): boolean {
  return code === 0x3c || code === 0x3e || code === 0x22 || code === 0x27 || (classOf(code) & SPACE) !== 0
}

function endOfAbbreviation(text: string, start: number): number {
  let end = start
  while (isAsciiCapital(text.charCodeAt(end)) && text.charCodeAt(end + 1) === point) end += 2
  return end - start >= 4 ? end : start
}

function isAsciiCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a
}

/** Whether a letter, digit or underscore precedes directly, or before one point or comma. */
function isWithinName(text: string, at: number): boolean {
  if (isNamePart(text, at)) return true
  const before = text.charCodeAt(at - 1)
  return (before === comma || before === point) && isNamePart(text, at - 1)
}

function isNamePart(text: string, at: number): boolean {
  return (classBefore(text, at) & (LETTER | DIGIT)) !== 0 || text.charCodeAt(at - 1) === underscore
}

function endOfNumber(text: string, start: number): number {
  return endOfDecimals(text, endOfThousands(text, endOfRun(text, start, DIGIT)))
}
