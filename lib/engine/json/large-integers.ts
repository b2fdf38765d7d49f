import { isRecord } from '@/lib/contracts/is-record'

/** Whether a value is the digits of a whole number beyond 2^53, as a run has it: a double there is several whole numbers. */
export function isLargeInteger(value: unknown): value is string {
  return typeof value === 'string' && /^-?[1-9]\d{15,}$/.test(value) && !Number.isSafeInteger(Number(value))
}

/** Returns the number that a value is, rounded if it is the digits of one beyond 2^53; null if it is none. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  return isLargeInteger(value) ? Number(value) : null
}

/** Returns a JSON value with rounded numbers for the digits of those beyond 2^53; the value itself if it has none. */
export function withRoundedIntegers(value: unknown): unknown {
  if (isLargeInteger(value)) return Number(value)
  const isList = Array.isArray(value)
  if (!isList && !isRecord(value)) return value
  const entries = Object.entries(value)
  const rounded = entries.map(([, item]) => withRoundedIntegers(item))
  if (entries.every(([, item], at) => item === rounded[at])) return value
  return isList ? rounded : Object.fromEntries(entries.map(([key], at) => [key, rounded[at]]))
}
