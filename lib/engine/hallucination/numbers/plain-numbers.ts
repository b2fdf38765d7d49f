import { CodeSet, classes, DIGIT, endOfDecimals, endOfRun, endOfThousands, isDigitAt, LETTER } from '../text/characters'
import { otherScales } from './foreign-words'

const [space, hyphen, apostrophe, percent, comma, point, underscore] = [0x20, 0x2d, 0x27, 0x25, 0x2c, 0x2e, 0x5f]
const plus = 0x2b
const minus = 0x22_12
const currencies = new CodeSet('$€£¥')
/** Characters that directly precede digits within a name, version, time, path or reference, where no number can start. */
const bars = new CodeSet('_.,:/#-–ſK')
const [bracket, caret] = [0x5b, 0x5e]
const scaleWords = new Set([
  ...['thousand', 'million', 'billion', 'trillion', 'bn', 'mn', 'k', 'm', 'b'],
  ...otherScales.map(([word]) => word),
])

/** The parts of a number in digits, with their positions in the text. */
export interface NumberParts {
  start: number
  currency: string | undefined
  value: number
  /** Number of digits after the point. */
  decimals: number
  scale: string | undefined
  isPercent: boolean
  /** Start of the word after the number; the end of the number if there is none. */
  wordStart: number
  end: number
}

/**
 * Fast path of {@link numbersIn}: reads the number whose first digit is at `at`, starting no earlier than `from`. Returns null if no number
 * starts here, and undefined if only the regular expression can tell: with non-ASCII letters nearby, or if the match would have to be
 * shortened.
 */
export function plainNumberAt(text: string, at: number, from: number): NumberParts | null | undefined {
  const start = startOf(text, at, from)
  if (start < 0) return null
  let end = endOfDigits(text, at)
  const decimals = decimalsIn(text, at, end)
  const size = plainValue(text, at, end)
  const value = start < at && isNegative(text.charCodeAt(at - 1)) ? -size : size
  let scale: string | undefined
  const scaleFrom = text.charCodeAt(end) === space ? end + 1 : end
  const scaleEnd = endOfPlainWord(text, scaleFrom)
  if (text.charCodeAt(scaleEnd) > 127) return undefined
  if (scaleEnd > scaleFrom && mayBeScale(text, scaleFrom, scaleEnd - scaleFrom)) {
    const named = text.slice(scaleFrom, scaleEnd).toLowerCase()
    if (scaleWords.has(named)) {
      scale = named
      end = scaleEnd
    }
  }
  let isPercent = false
  let wordStart = -1
  const next = text.charCodeAt(end)
  const behind = next === space || next === hyphen ? end + 1 : end
  if (text.charCodeAt(next === space ? behind : end) === percent) {
    isPercent = true
    end = (next === space ? behind : end) + 1
  } else if (next === space && isPercentWord(text, behind)) {
    isPercent = true
    end = behind + 7
  } else {
    const wordEnd = endOfLetters(text, behind)
    if (text.charCodeAt(wordEnd) > 127) return undefined
    if (wordEnd > behind) {
      wordStart = behind
      end = wordEnd
    }
  }
  const last = text.charCodeAt(end)
  if (last > 127 || last === 0x3a || last === 0x2f || isDigitAt(text, end)) return undefined
  const currency = currencies.has(text.charCodeAt(start)) ? text.charAt(start) : undefined
  return {
    start,
    currency,
    value,
    decimals,
    scale,
    isPercent,
    wordStart: wordStart < 0 ? end : wordStart,
    end,
  }
}

/** Returns the start of the number including a sign, a space and a currency before it; -1 if no number may start here. */
function startOf(text: string, at: number, from: number): number {
  const signed = at - 1 >= from && isSign(text.charCodeAt(at - 1)) ? at - 1 : at
  const spaced = signed - 1 >= from && text.charCodeAt(signed - 1) === space ? signed - 1 : signed
  const priced = spaced - 1 >= from && currencies.has(text.charCodeAt(spaced - 1)) ? spaced - 1 : spaced
  if (!isBarred(text, priced)) return priced
  if (spaced > priced && !isBarred(text, spaced)) return spaced
  if (signed > spaced && !isBarred(text, signed)) return signed
  return at > signed && !isBarred(text, at) ? at : -1
}

function isSign(code: number): boolean {
  return code === plus || isNegative(code)
}

function isNegative(code: number): boolean {
  return code === hyphen || code === minus
}

/** Quick check by length and first letter, since most words after a number are not scales. */
function mayBeScale(text: string, from: number, length: number): boolean {
  if (length > 10 || (length > 3 && length < 7)) return false
  const letter = text.charCodeAt(from) | 0x20
  return letter === 0x6d || letter === 0x62 || letter === 0x6b || letter === 0x74
}

/** Number of characters up to which the digits are exactly representable. */
const EXACT_DIGITS = 15

/** Returns the value of digits, with or without commas and a point. */
export function plainValue(text: string, start: number, end: number): number {
  if (end - start > EXACT_DIGITS) return Number(text.slice(start, end).replaceAll(',', ''))
  let value = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code !== comma && code !== point) value = value * 10 + code - 0x30
  }
  // Dividing two exact whole numbers rounds correctly, like parsing the text.
  return value / 10 ** decimalsIn(text, start, end)
}

/** Returns the number of digits after the point. */
export function decimalsIn(text: string, start: number, end: number): number {
  for (let at = end - 1; at > start; at--) if (text.charCodeAt(at) === point) return end - at - 1
  return 0
}

function isBarred(text: string, at: number): boolean {
  if (at === 0) return false
  const code = text.charCodeAt(at - 1)
  if (code < 128 && ((classes[code] ?? 0) & (LETTER | DIGIT)) !== 0) return true
  return bars.has(code) || code === bracket || (code === caret && text.charCodeAt(at - 2) === bracket)
}

/** Returns the end of the digits, including thousands separated by commas and decimals. */
function endOfDigits(text: string, at: number): number {
  const end = endOfRun(text, at, DIGIT)
  return endOfDecimals(text, end - at <= 3 ? endOfThousands(text, end) : end)
}

/** Returns the end of a run of ASCII letters, digits and underscores. */
export function endOfPlainWord(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== underscore && (code > 127 || ((classes[code] ?? 0) & (LETTER | DIGIT)) === 0)) break
  }
  return at
}

function isPercentWord(text: string, from: number): boolean {
  return (
    (text.charCodeAt(from) | 0x20) === 0x70 && text.slice(from, endOfPlainWord(text, from)).toLowerCase() === 'percent'
  )
}

/** Returns the end of a run of letters with hyphens and apostrophes between them. */
function endOfLetters(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 128 && ((classes[code] ?? 0) & LETTER) !== 0) continue
    if (at === from || (code !== hyphen && code !== apostrophe)) break
  }
  return at
}
