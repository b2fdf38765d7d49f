/** What a character is to the readers of words. */
export const LETTER = 1
export const DIGIT = 2
export const MARK = 4
export const SPACE = 8

const shapes = [
  [LETTER, /\p{L}/u],
  [DIGIT, /\d/],
  [MARK, /\p{M}/u],
  [SPACE, /\s/],
] as const
const LOOKED_UP = 128
/** By code, from the first look on: to ask a pattern for each character costs more than all that is done with it. */
const classes = new Uint8Array(0x1_00_00)
for (let code = 0; code < 256; code++) classes[code] = lookUp(code)

/** The class of a code point: {@link LETTER}, {@link DIGIT}, {@link MARK}, {@link SPACE}, or nothing of these. */
export function classOf(code: number): number {
  return classes[code] || lookUp(code)
}

function lookUp(code: number): number {
  const character = String.fromCodePoint(code)
  const found = shapes.reduce((sum, [one, shape]) => sum | (shape.test(character) ? one : 0), LOOKED_UP)
  if (code < classes.length) classes[code] = found
  return found
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
