import { CodeSet, classAt, SPACE } from '../text/characters'
import type { NumberMention } from './read-numbers'

const rough =
  /\b(?:about|around|approximately|roughly|nearly|almost|over|more than|less than|under|some|up to|at least|circa|~|≈)\s*$/i
/** The characters that {@link rough} can end in, for a quick check. */
const lastOfRough = new CodeSet('tdyrneoa~≈TDYRNEOA')
/** Characters before a number that may call it an approximation. */
const roughMax = 20

/** Whole numbers below it, which most are, are marked in a row of flags: to put them in order takes a third of the time of sorting. */
const SMALL = 1024
const isThere = new Uint8Array(SMALL)

/** Returns the finite values in ascending order, small whole ones once, for range lookups. */
export function sorted(values: readonly number[]): Float64Array {
  const others = new Float64Array(values.length)
  let [size, small] = [0, 0]
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    const whole = value | 0
    if (whole === value && whole >= 0 && whole < SMALL) {
      if (isThere[whole] === 0) small++
      isThere[whole] = 1
    } else if (Number.isFinite(value)) others[size++] = value
  }
  const rest = others.subarray(0, size).sort()
  if (small === 0) return rest
  const rising = new Float64Array(size + small)
  let [end, next] = [0, 0]
  for (let whole = 0; small > 0; whole++) {
    if (isThere[whole] === 0) continue
    isThere[whole] = 0
    small--
    while (next < size && (rest[next] as number) < whole) rising[end++] = rest[next++] as number
    rising[end++] = whole
  }
  rising.set(rest.subarray(next), end)
  return rising
}

/**
 * Whether a claim matches one of the values (ascending): equal, or the value rounded or truncated to the claim's precision (that of its
 * last non-zero digit if the claim is approximate). A percentage also matches a fraction: 45 % and 0.45.
 */
export function isSupported(claim: NumberMention, values: Float64Array): boolean {
  return isSupportedAt(claim.step, claim, values) || (isRough(claim) && isSupportedAt(roughStep(claim), claim, values))
}

/** Like {@link isSupported}, for unsorted values that are queried only once, for which sorting would cost more. */
export function isAmong(claim: NumberMention, values: readonly number[]): boolean {
  const hasOne = (low: number, high: number) => values.some((value) => value >= low && value < high && value < Infinity)
  return reaches(claim.step, claim, hasOne) || (isRough(claim) && reaches(roughStep(claim), claim, hasOne))
}

/** Whether the preceding words call a number an approximation. */
export function isRough({ text, from }: { text: string; from: number }): boolean {
  const first = Math.max(0, from - roughMax)
  let last = from - 1
  while (last > first && (classAt(text, last) & SPACE) !== 0) last--
  return lastOfRough.has(text.charCodeAt(last)) && rough.test(text.slice(first, from))
}

function isSupportedAt(step: number, claim: NumberMention, values: Float64Array): boolean {
  return reaches(step, claim, (low, high) => hasWithin(values, low, high))
}

/** Whether a value exists that the claim may stand for at this precision. */
function reaches(
  step: number,
  { value, unit }: NumberMention,
  hasOne: (low: number, high: number) => boolean,
): boolean {
  const low = value - step / 2 - step * 1e-9
  // Of whole numbers beyond 2^53 the next one is the same double. Three quarters of the relative precision lead to the next double.
  const high = Math.max(value + step - step * 1e-9, value + Math.abs(value) * Number.EPSILON * 0.75)
  return hasOne(low, high) || (unit === '%' && hasOne(low / 100, high / 100))
}

/** Whether a value lies in the half-open range. */
function hasWithin(values: Float64Array, low: number, high: number): boolean {
  const first = values[firstFrom(values, low)]
  return first !== undefined && first < high
}

/** Returns the index of the first of some values in ascending order that is not below another; their number if all are. */
export function firstFrom(values: Float64Array, low: number): number {
  let from = 0
  let to = values.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((values[middle] ?? low) < low) from = middle + 1
    else to = middle
  }
  return from
}

/** Returns the unit of the last digit that is not zero, of a number given as a rough one: 100 for 2300. */
export function roughStep({ value, step }: { value: number; step: number }): number {
  let wide = step
  while (
    value !== 0 &&
    wide < Math.abs(value) &&
    Math.abs(Math.round(value / (wide * 10)) * wide * 10 - value) < wide * 1e-6
  )
    wide *= 10
  return wide
}
