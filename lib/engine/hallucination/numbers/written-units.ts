import { CodeSet, classAt, DIGIT, isDigitAt, LETTER } from '../text/characters'
import { signsWritten, unitOfSign } from './units'

const [hyphen, apostrophe, underscore] = [0x2d, 0x27, 0x5f]
const spaces = new CodeSet(' \u00a0\u202f')
/** Characters of signs besides letters. */
const others = new CodeSet('µμ°℃℉²³/%％‰$€£¥₹¢')
/** Characters with which a sign begins. */
const firsts = new CodeSet(
  [...signsWritten()]
    .map((sign) => sign.charAt(0))
    .join('')
    .concat('mKB°iCAN'),
)
/** Letters in a row of the longest sign, and its characters. */
const [lettersMax, signMax] = [4, 6]

/** A unit with the place behind it. */
interface WrittenUnit {
  unit: string
  end: number
}

/**
 * Returns the unit whose sign stands directly behind a number, with or without a space, in its very case; null if there is none. `start` is
 * the first digit: "flat 2 A", "1990s" and "in 2024 W. Lind" have none.
 */
export function signAfter(text: string, start: number, end: number): WrittenUnit | null {
  const before = text.charCodeAt(end)
  const from = spaces.has(before) || before === hyphen ? end + 1 : end
  // Most numbers are followed by another word, or none.
  const first = text.charCodeAt(from)
  if (!firsts.has(first)) return null
  if (firstsOfWords.has(first)) {
    const worded = unitInWords(text, from)
    if (worded) return worded
  }
  let to = from
  while (isLetter(text.charCodeAt(to))) if (++to > from + lettersMax) return null
  const isWord = to > from
  while (to <= from + signMax && (others.has(text.charCodeAt(to)) || isLetter(text.charCodeAt(to)))) to++
  const after = text.charCodeAt(to)
  if (after === apostrophe || after === underscore || (classAt(text, to) & (LETTER | DIGIT)) !== 0) return null
  const written = text.slice(from, to)
  const isOneLetter = isWord && to === from + 1
  if (isOneLetter && (before === hyphen || after === hyphen || !isUnitLetter(written, text, start, end, from)))
    return null
  const isNamed = isOneLetter && (sized.has(written) || (written === 'N' && isForce(text, start)))
  const unit = isNamed ? written : unitOfSign(written)
  if (unit !== null) return { unit, end: to }
  // Of "€/kg", the amount.
  const slash = written.indexOf('/')
  const above = slash > 0 ? unitOfSign(written.slice(0, slash)) : null
  return above === null ? null : { unit: above, end: from + slash }
}

function isLetter(code: number): boolean {
  const small = code | 0x20
  return small >= 0x61 && small <= 0x7a && code < 128
}

const firstsOfWords = new CodeSet('kmd°iCA')
const inWords =
  /(?:(km|kilomet(?:re|er)s?)|(mi|miles?)) (?:per|an) hour\b|(?:deg(?:rees?)?|°)[ \u00a0]?(?:([Cc]elsius|C)|(?:[Ff]ahrenheit|F))(?![\p{L}\d])|(in)(?= (?:long|wide|high|tall|deep|thick|across|in (?:length|width|height|diameter))\b)|(?:(Canadian)|(Australian)) dollars?\b/uy

/** The unit in words at a position: "80 km per hour", "20 degrees Celsius", "20 ° C", "14 in long", "20 Canadian dollars". */
function unitInWords(text: string, at: number): WrittenUnit | null {
  inWords.lastIndex = at
  const match = inWords.exec(text)
  if (!match) return null
  const [, kilometres, miles, celsius, inches, canadian, australian] = match
  const money = canadian ? 'CAD' : australian ? 'AUD' : null
  const unit = kilometres ? 'km/h' : miles ? 'mph' : celsius ? '°C' : inches ? 'inch' : (money ?? '°F')
  return { unit, end: inWords.lastIndex }
}

/** Letters that are a unit only behind a space, since they also scale. */
const sized = new Set(['K', 'B'])
const label =
  /(?:^|[\s("])(?:\p{Lu}[\p{L}\d]*|flat|rooms?|class|sections?|rows?|seats?|gates?|lines?|no\.?|numbers?|unit|port|level|route|bus|platform|type|part|step|figure|table|item|page)\s*$/u
const determined = /\b(?:the|his|her|their|my|our|your|early|mid|late)[\s-]*$/i
const listed = /\b(?:and|or|to)[\s-]*$/i
/** Characters before a number in which the word stands that it labels. */
const labelMax = 16

/** Whether a single letter behind a number is a unit: no part of a label, "flat 2 A", no ending of tens, "the 90s", and no initial. */
function isUnitLetter(letter: string, text: string, start: number, end: number, from: number): boolean {
  const before = text.slice(Math.max(0, start - labelMax), start)
  const isAttached = from === end
  if (letter === 's') {
    const isTens = text.charCodeAt(end - 1) === 0x30 && !text.slice(start, end).includes('.')
    return !isTens || !(determined.test(before) || (isAttached && (end - start > 3 || listed.test(before))))
  }
  if (letter >= 'a') return true
  if (sized.has(letter) && isAttached) return false
  return !label.test(before) && !(end - start === 4 && /^(?:19|20)\d\d$/.test(text.slice(start, end)))
}

const force = /\b(?:forces?|load|thrust|tension|push(?:es)?|pulls?|drag|lift) [^.;]*$/i
/** Characters before a number in which it may be told to be a force: an "N" may also be the north. */
const forceMax = 40
const isForce = (text: string, start: number) => force.test(text.slice(Math.max(0, start - forceMax), start))

const codeLength = 3

/** Returns the currency directly before a number, a sign or a code, and where it begins; null if there is none. */
export function currencyBefore(text: string, start: number): { unit: string; start: number } | null {
  const at = spaces.has(text.charCodeAt(start - 1)) ? start - 1 : start
  const sign = currencySigns.has(text.charCodeAt(at - 1)) ? unitOfSign(text.charAt(at - 1)) : null
  if (sign !== null) return at === start || !isBehindNumber(text, at - 1) ? { unit: sign, start: at - 1 } : null
  const code = at - codeLength
  if (code < 0 || !lastLetters.has(text.charCodeAt(at - 1)) || (classAt(text, code - 1) & (LETTER | DIGIT)) !== 0)
    return null
  const written = text.slice(code, at)
  const unit = currencyCode.test(written) && !isBehindNumber(text, code) ? unitOfSign(written) : null
  return unit === null ? null : { unit, start: code }
}

const currencySigns = new CodeSet('$€£¥₹')
/** The letters with which codes end. */
const lastLetters = new CodeSet('DRPYFKN')
const currencyCode = /^(?:USD|EUR|GBP|JPY|INR|CHF|CNY|CAD|AUD|SEK|NOK|DKK|PLN)$/

/** Whether a sign or code belongs to the number before it: "45 € 30 times". */
function isBehindNumber(text: string, at: number): boolean {
  return isDigitAt(text, spaces.has(text.charCodeAt(at - 1)) ? at - 2 : at - 1)
}
