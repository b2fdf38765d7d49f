/** What a character is to the readers of words. */
export const LETTER = 1
export const DIGIT = 2
export const MARK = 4
export const SPACE = 8
export const CAPITAL = 16
export const UNDERSCORE = 32
/** What ends a sentence, and what may stand behind that: quotation marks and brackets that close. */
export const ENDING = 64
/** What a word may go on with, once it has begun with a letter. */
export const WORD = LETTER | DIGIT | MARK | UNDERSCORE

const shapes = [
  [LETTER, /\p{L}/u],
  [DIGIT, /\d/],
  [MARK, /\p{M}/u],
  [SPACE, /\s/],
  [CAPITAL, /\p{Lu}/u],
  [UNDERSCORE, /_/],
  [ENDING, /[.!?"'”’)\]]/],
] as const
const LOOKED_UP = 128
/** By code, from the first look on: to ask a pattern for each character costs more than all that is done with it. */
export const classes = new Uint8Array(0x1_00_00)
for (let code = 0; code < 256; code++) classes[code] = lookUp(code)

/** The class of a code point: {@link LETTER}, {@link DIGIT}, {@link MARK}, {@link SPACE}, {@link CAPITAL}, or nothing of these. */
export function classOf(code: number): number {
  return classes[code] || lookUp(code)
}

function lookUp(code: number): number {
  const character = String.fromCodePoint(code)
  const found = shapes.reduce((sum, [one, shape]) => sum | (shape.test(character) ? one : 0), LOOKED_UP)
  // Half of a pair says nothing of the whole.
  if (code < classes.length && !isHalf(code)) classes[code] = found
  return found
}

function isHalf(code: number): boolean {
  return (code & 0xf8_00) === 0xd8_00
}

/** The class of the character that begins at a place of a text; 0 outside of it. */
export function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (Number.isNaN(code)) return 0
  return classes[code] || classOf(isHalf(code) ? (text.codePointAt(at) ?? code) : code)
}

/** Where the run of characters of some classes that begins at a place of a text ends. */
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

/** The class of the character that ends before a place of a text. */
export function classBefore(text: string, at: number): number {
  if (at <= 0) return 0
  const code = text.charCodeAt(at - 1)
  if ((code & 0xfc_00) !== 0xdc_00 || at === 1) return classOf(code)
  const point = text.codePointAt(at - 2) ?? code
  return classOf(point > 0xff_ff ? point : code)
}

/** True when a digit stands at a place of a text. */
export function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}

/** Where digits that end at a place end with their thousands, each behind a comma. */
export function endOfThousands(text: string, end: number): number {
  let at = end
  while (text.charCodeAt(at) === 0x2c && isDigitAt(text, at + 1) && isDigitAt(text, at + 2) && isDigitAt(text, at + 3))
    at += 4
  return at
}

/** Where digits that end at a place end with those behind one point. */
export function endOfDecimals(text: string, end: number): number {
  return text.charCodeAt(end) === 0x2e && isDigitAt(text, end + 1) ? endOfRun(text, end + 1, DIGIT) : end
}
