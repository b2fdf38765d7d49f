import { isDigitAt } from '../text/characters'
import type { NumberMention } from './read-numbers'
import { convert, type Quantity, scaleOfSign, unitOf } from './units'
import { currencyBefore, signAfter } from './written-units'

/** Largest bare number that may count anything. */
export const smallCount = 12

/** A letter that may be a unit as well as a scale. */
const either = /(?<=\d)(?: ?(m)| ([KB]))$/

/** Returns a number with its unit, as far as it is known: "5 m" in metres rather than millions. */
export function quantityOf({ value, step, unit, text, start, end }: NumberMention): Quantity {
  if (unit === '%') return { value, step, unit }
  const named = unit.length > 1 ? unitOf(unit) : null
  // A number in words, or before a word that is no part of "kilometres per hour".
  if (text === '' || (named !== null && unit.length > 4 && unit[0] !== 'k' && unit[0] !== 'm'))
    return { value, step, unit: named }
  let first = start
  while (!isDigitAt(text, first)) first++
  const currency = currencyBefore(text, first)
  if (currency) return { value, step, unit: currency.unit }
  const [ending = '', small, capital] = isDigitAt(text, end - 1) ? [] : (either.exec(text.slice(first, end)) ?? [])
  const letter = small ?? capital ?? null
  const size = scaleOfSign.get(letter)
  if (size !== undefined) {
    // "5 m³" and "5 m/s" begin like it, and "Class 3 B" has no unit.
    const sign = signAfter(text, first, end - ending.length)?.unit ?? (small ? letter : null)
    return sign === null ? { value, step, unit: null } : { value: value / size, step: step / size, unit: sign }
  }
  return { value, step, unit: signAfter(text, first, end)?.unit ?? named }
}

const between = /^[ -]?[\p{L}°]+,?(?: and)? ?$/u
const betweenMax = 16

/** Returns one quantity for each two numbers that follow each other as parts of it: "2 h 15 min", with the index of the first. */
export function jointQuantitiesIn(
  numbers: readonly NumberMention[],
  quantities: readonly Quantity[],
): (Quantity & { at: number })[] {
  const joint: (Quantity & { at: number })[] = []
  for (let at = 0; at + 1 < numbers.length; at++) {
    const [one, other] = [numbers[at] as NumberMention, numbers[at + 1] as NumberMention]
    const gap = other.start - one.end
    if (gap <= 0 || gap > betweenMax) continue
    const whole = joined(quantities[at] as Quantity, quantities[at + 1] as Quantity)
    if (whole && between.test(one.text.slice(one.end, other.start))) joint.push({ ...whole, at })
  }
  return joint
}

/** Returns a quantity and a smaller part of one as one; null if they are none: hours and minutes, feet and inches. */
export function joined(whole: Quantity, part: Quantity): Quantity | null {
  if (whole.unit === null || part.unit === null || whole.unit === part.unit || whole.step !== 1) return null
  const [size, zero] = [convert(1, part.unit, whole.unit), convert(0, part.unit, whole.unit)]
  if (size === null || zero !== 0 || size >= 1 || part.value < 0 || part.value * size >= 1) return null
  return { value: whole.value + part.value * size, step: part.step * size, unit: whole.unit }
}
