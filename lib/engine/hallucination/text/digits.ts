import { codesOf, isDigit } from './characters'

/** What stands beside digits somewhere in a text, as bits. A text without one is not searched for the pattern that needs it. */
/** A capital of ASCII: a code such as "4XL" has both. */
export const BESIDE_CAPITAL = 1
/** Directly before them a capital, a hyphen, an underscore or a sign outside of ASCII, as in an identifier: "INV-1042". */
export const AFTER_SIGN = 2
/** Two points, hyphens or slashes around one or two of them, with digits on both sides: "03.03.2021". */
export const DATE = 4
/** A point with digits on both sides before them and another after them: "127.0.0.1". */
export const ADDRESS = 8
/** Four or more in a row, as of a year. */
export const FOUR = 16
/** As many in a row as no quantity has. */
export const LONG = 32
/** The least digits of a number that is an id or a time rather than a quantity; a double does not tell all of them apart. */
export const LONG_DIGITS = 16

const [hyphen, point, slash, underscore] = [0x2d, 0x2e, 0x2f, 0x5f]

/** Returns what stands beside the digits in a range of a text with these UTF-16 codes, as bits. The range splits no run of digits. */
export function digitTraitsIn(codes: Uint16Array, from: number, to: number): number {
  let traits = 0
  for (let at = from; at < to; at++) {
    if (!isDigit(codes[at] as number)) continue
    const start = at
    while (at < to && isDigit(codes[at] as number)) at++
    traits |= traitsOf(codes, start, at)
  }
  return traits
}

/** Like {@link digitTraitsIn}, for a whole text. */
export function digitTraitsOf(text: string): number {
  return digitTraitsIn(codesOf(text), 0, text.length)
}

/** What stands beside the run of digits between two positions. */
function traitsOf(codes: Uint16Array, start: number, end: number): number {
  const before = start > 0 ? (codes[start - 1] as number) : 0
  const after = end < codes.length ? (codes[end] as number) : 0
  let traits = 0
  if (isCapital(before) || isCapital(after)) traits |= BESIDE_CAPITAL
  if (isCapital(before) || before > 127 || before === hyphen || before === underscore) traits |= AFTER_SIGN
  const length = end - start
  if (length > 3) traits |= FOUR
  if (length >= LONG_DIGITS) traits |= LONG
  if (before !== after || length > 3) return traits
  const isBetweenDigits =
    start > 1 && isDigit(codes[start - 2] as number) && end + 1 < codes.length && isDigit(codes[end + 1] as number)
  if (!isBetweenDigits) return traits
  if (length <= 2 && (after === hyphen || after === point || after === slash)) traits |= DATE
  if (after === point) traits |= ADDRESS
  return traits
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a
}
