/** Character classes, as bits. */
export const LETTER = 1
export const DIGIT = 2
const MARK = 4
export const SPACE = 8
export const CAPITAL = 16
const UNDERSCORE = 32
/** Characters that end a sentence, or may follow its end: closing quotation marks and brackets. */
export const ENDING = 64
/** Characters that continue a word begun by a letter. */
export const WORD = LETTER | DIGIT | MARK | UNDERSCORE

/**
 * Chinese and Japanese signs, as part of a pattern's class. Each is a word by itself rather than a letter: nothing separates the words of these
 * languages, nor a number from them.
 */
export const IDEOGRAPHS = '\\u3005\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff'
const ideograph = new RegExp(`[${IDEOGRAPHS}]`)

/** Behind the letters of words that are abbreviated or have a plural, and before those of Chinese, Japanese and Korean. */
export const BEFORE_IDEOGRAPHS = '\u3000'

/** Whether a UTF-16 code is of a Chinese or Japanese sign. */
export function isIdeograph(code: number): boolean {
  return code >= 0x30_05 && ideograph.test(String.fromCharCode(code))
}

const shapes = [
  [LETTER, new RegExp(`(?![${IDEOGRAPHS}])\\p{L}`, 'u')],
  [DIGIT, /\d/],
  [MARK, /\p{M}/u],
  [SPACE, /\s/],
  [CAPITAL, /\p{Lu}/u],
  [UNDERSCORE, /_/],
  [ENDING, /[.!?"'”’)\]]/],
] as const
const LOOKED_UP = 128
/** Classes by UTF-16 code, filled on first use, since testing a pattern for each character would dominate the run time. */
export const classes = new Uint8Array(0x1_00_00)
for (let code = 0; code < 256; code++) classes[code] = lookUp(code)

/** Returns the class of a code point: {@link LETTER}, {@link DIGIT}, {@link MARK}, {@link SPACE}, {@link CAPITAL}, or none of these. */
export function classOf(code: number): number {
  return classes[code] || lookUp(code)
}

function lookUp(code: number): number {
  const character = String.fromCodePoint(code)
  const found = shapes.reduce((sum, [one, shape]) => sum | (shape.test(character) ? one : 0), LOOKED_UP)
  // A lone surrogate has no class of its own to cache.
  if (code < classes.length && !isHalf(code)) classes[code] = found
  return found
}

function isHalf(code: number): boolean {
  return (code & 0xf8_00) === 0xd8_00
}

/** Returns the class of the character at an index; 0 outside the text. */
export function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (Number.isNaN(code)) return 0
  return classes[code] || classOf(isHalf(code) ? (text.codePointAt(at) ?? code) : code)
}

/** Returns the end of the run of characters of the wanted classes that starts at an index. */
export function endOfRun(text: string, from: number, wanted: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (((classes[code] ?? 0) & wanted) !== 0) continue
    if (code < 256) break
    const point = text.codePointAt(at) ?? code
    if ((classOf(point) & wanted) === 0) break
    if (point > 0xff_ff) at++
  }
  return at
}

/** Returns the class of the character that ends before an index. */
function classBefore(text: string, at: number): number {
  if (at <= 0) return 0
  const code = text.charCodeAt(at - 1)
  if ((code & 0xfc_00) !== 0xdc_00 || at === 1) return classOf(code)
  const point = text.codePointAt(at - 2) ?? code
  return classOf(point > 0xff_ff ? point : code)
}

/** Whether the character at an index is a digit. */
export function isDigitAt(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at))
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

const encoder = new TextEncoder()
const shortMax = 64
/** Room for the bytes of a text, kept between calls. */
let room = new Uint8Array(1 << 14)

/** Returns the UTF-16 codes of a text: an array is read several times faster than a string. */
export function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length)
  if (text.length > shortMax) {
    if (room.length < text.length) room = new Uint8Array(2 * text.length)
    const { read, written } = encoder.encodeInto(text, room)
    // One byte for each character: the text is ASCII.
    if (read === text.length && written === read) {
      codes.set(room.subarray(0, read))
      return codes
    }
  }
  for (let at = 0; at < text.length; at++) codes[at] = text.charCodeAt(at)
  return codes
}

/** A set of characters by their UTF-16 code. A table takes a fifth of the time of a `Set`. */
export class CodeSet {
  readonly #flags: Uint8Array

  constructor(characters: string) {
    const codes = Array.from(characters, (one) => one.charCodeAt(0))
    this.#flags = new Uint8Array(Math.max(...codes) + 1)
    for (const code of codes) this.#flags[code] = 1
  }

  /** Whether the code is in the set; false for NaN, which is what stands outside of a text. */
  has(code: number): boolean {
    return code < this.#flags.length && this.#flags[code] === 1
  }
}

/** Extends the end of a digit run over groups of thousands, each after a comma. */
export function endOfThousands(text: string, end: number): number {
  let at = end
  while (text.charCodeAt(at) === 0x2c && isDigitAt(text, at + 1) && isDigitAt(text, at + 2) && isDigitAt(text, at + 3))
    at += 4
  return at
}

/** Extends the end of a digit run over its decimals after one point. */
export function endOfDecimals(text: string, end: number): number {
  return text.charCodeAt(end) === 0x2e && isDigitAt(text, end + 1) ? endOfRun(text, end + 1, DIGIT) : end
}

const underscore = 0x5f
const [comma, point] = [0x2c, 0x2e]

/** Returns the end of a word known to reach at least `known`, extended over an apostrophe, an abbreviation, or non-ASCII letters. */
export function endOfWord(text: string, start: number, known: number): number {
  const next = text.charCodeAt(known)
  if (next === 0x20) return known
  if (next === point && known === start + 1 && isAsciiCapital(text.charCodeAt(start))) {
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
export function endOfLink(text: string, start: number, first: number, to: number): number {
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
export function isWithinName(text: string, at: number): boolean {
  if (isNamePart(text, at)) return true
  const before = text.charCodeAt(at - 1)
  return (before === comma || before === point) && isNamePart(text, at - 1)
}

function isNamePart(text: string, at: number): boolean {
  return (classBefore(text, at) & (LETTER | DIGIT)) !== 0 || text.charCodeAt(at - 1) === underscore
}

/** Returns the place after a number that begins at `start`, with its thousands and decimals. */
export function endOfNumber(text: string, start: number): number {
  return endOfDecimals(text, endOfThousands(text, endOfRun(text, start, DIGIT)))
}
