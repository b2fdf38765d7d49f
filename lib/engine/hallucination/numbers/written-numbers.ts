import { BEFORE_IDEOGRAPHS, classOf, isDigitAt, LETTER } from '../text/characters'
import { decimalsIn, plainValue } from './plain-numbers'
import type { Quantity } from './units'
import { currencyBefore, signAfter } from './written-units'

const space = 0x20

/** A number with the unit or currency whose sign stands beside it, and where it begins and ends with that. */
interface WrittenNumber {
  number: Quantity
  from: number
  to: number
}

/** Reads the number whose digits stand in a range of the text, or the time of day that begins with it, in minutes. */
export function numberAt(text: string, start: number, end: number): WrittenNumber {
  const value = plainValue(text, start, end)
  const minutes = minutesAt(text, end)
  if (minutes !== null && value < 24) {
    const to = end + 3 + secondsLengthAt(text, end + 3)
    return { number: { value: value * 60 + minutes, step: 1, unit: 'clock' }, from: start, to }
  }
  const decimals = decimalsIn(text, start, end)
  const step = decimals > 0 ? 1 / 10 ** decimals : 1
  const percent = percentSignAt(text, end)
  if (percent > 0) return { number: { value, step, unit: '%' }, from: start, to: end + percent }
  const before = text.charCodeAt(start - 1)
  const isPlain = before === space && isSmallLetter(text.charCodeAt(start - 2))
  const currency = isPlain ? null : currencyBefore(text, start)
  // A sign before the number belongs to it without being a word.
  const from = currency && (classOf(text.charCodeAt(currency.start)) & LETTER) !== 0 ? currency.start : start
  if (currency) return { number: { value, step, unit: currency.unit }, from, to: end }
  const sign = signAfter(text, start, end)
  return { number: { value, step, unit: sign?.unit ?? null }, from: start, to: sign?.end ?? end }
}

const isSmallLetter = (code: number) => code >= 0x61 && code <= 0x7a

/** Adds the sign behind a scale to the number, "5 million €", and returns where it ends. */
export function joinSign(number: Quantity, text: string, end: number): number {
  const sign = number.unit === null ? signAfter(text, end, end) : null
  if (sign) number.unit = sign.unit
  return sign?.end ?? end
}

const percentSigns = [' %', ' per cent']

/** Returns the length of a percent sign or words at a position; 0 if there are none. */
function percentSignAt(text: string, at: number): number {
  const next = text.charCodeAt(at)
  if (next === 0x25) return 1
  if (next !== space) return 0
  const behind = text.charCodeAt(at + 1)
  // Most numbers are followed by another word.
  if (behind !== 0x25 && behind !== 0x70) return 0
  return percentSigns.find((sign) => text.startsWith(sign, at))?.length ?? 0
}

/** Returns the minutes of a time of day behind its hour, or null. */
function minutesAt(text: string, at: number): number | null {
  if (text.charCodeAt(at) !== 0x3a) return null
  const [tens, ones] = [text.charCodeAt(at + 1) - 0x30, text.charCodeAt(at + 2) - 0x30]
  const isTwo = tens >= 0 && tens < 6 && ones >= 0 && ones < 10 && !isDigitAt(text, at + 3)
  return isTwo ? tens * 10 + ones : null
}

/** Returns the length of the seconds of a time at a position, with their fraction; 0 if there are none. */
function secondsLengthAt(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x3a || !isDigitAt(text, at + 1) || !isDigitAt(text, at + 2)) return 0
  let end = at + 3
  if (text.charAt(end) === '.' && isDigitAt(text, end + 1))
    do end++
    while (isDigitAt(text, end))
  return isDigitAt(text, end) ? 0 : end - at
}

/** Adds the word to the number if it is a scale or a unit, and returns whether it did. */
export function joinUnit(
  number: Quantity,
  { lower, scale, unit: named }: { lower: string; scale: number | undefined; unit: string | null },
): boolean {
  if (scale && (number.value < 1000 || lower > BEFORE_IDEOGRAPHS) && (lower !== 'm' || number.unit !== null)) {
    number.value *= scale
    number.step *= scale
    return true
  }
  const unit = lower === 'm' ? 'm' : named
  if (!unit || number.unit) return false
  number.unit = unit
  return true
}

/** Adds the ones of a number in words, "twenty five", and returns whether it did. */
export function joinOnes(number: Quantity, ones: number | undefined, text: string, end: number): boolean {
  if (ones === undefined || ones >= 10 || number.value < 20 || number.value >= 100) return false
  if ((classOf(text.charCodeAt(end - 1)) & LETTER) === 0) return false
  number.value += ones
  return true
}
