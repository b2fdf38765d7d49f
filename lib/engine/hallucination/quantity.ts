import { classOf, isDigitAt, LETTER } from './characters'
import type { Spelling } from './spelling'

export interface Quantity {
  value: number
  step: number
  unit: string | null
}

const space = 0x20
const percentSigns = [' %', ' per cent']

/** Returns the minutes of a time of day behind its hour, or null. */
export function minutesAt(text: string, at: number): number | null {
  if (text.charCodeAt(at) !== 0x3a) return null
  const [tens, ones] = [text.charCodeAt(at + 1) - 0x30, text.charCodeAt(at + 2) - 0x30]
  const isTwo = tens >= 0 && tens < 6 && ones >= 0 && ones < 10 && !isDigitAt(text, at + 3)
  return isTwo ? tens * 10 + ones : null
}

/** Returns the length of the seconds of a time at a position, with their fraction; 0 if there are none. */
export function secondsLengthAt(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x3a || !isDigitAt(text, at + 1) || !isDigitAt(text, at + 2)) return 0
  let end = at + 3
  if (text.charAt(end) === '.' && isDigitAt(text, end + 1))
    do end++
    while (isDigitAt(text, end))
  return isDigitAt(text, end) ? 0 : end - at
}

/** Returns the length of a percent sign or words at a position; 0 if there are none. */
export function percentSignAt(text: string, at: number): number {
  const next = text.charCodeAt(at)
  if (next === 0x25) return 1
  if (next !== space) return 0
  const behind = text.charCodeAt(at + 1)
  // Most numbers are followed by another word.
  if (behind !== 0x25 && behind !== 0x70) return 0
  return percentSigns.find((sign) => text.startsWith(sign, at))?.length ?? 0
}

/** Adds the word to the number if it is a scale or a unit, and returns whether it did. */
export function joinUnit(number: Quantity, { lower, scale, unit: named }: Spelling): boolean {
  if (scale && number.value < 1000 && (lower !== 'm' || number.unit !== null)) {
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
