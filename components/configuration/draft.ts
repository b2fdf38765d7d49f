import { isRecord } from '@/lib/contracts/is-record'
import { fieldsOf } from './fields'

/** Field texts by path. An empty text inherits; lists and objects are JSON. */
export type Texts = Readonly<Record<string, string>>

export function textsOf(config: object, isChain: boolean): Texts {
  return Object.fromEntries(fieldsOf(isChain).map(({ path }) => [path, textOf(valueAt(config, path))]))
}

/** Formats a value as the text of its field. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns the value at a path like `a.b`, or undefined. */
export function valueAt(config: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), config)
}

/** Normalizes weights to shares, by key; null if all are zero or any is negative or not a number. */
export function sharesOf(weights: Readonly<Record<string, string>>): Record<string, number> | null {
  const values = Object.entries(weights).map(([key, text]) => [key, Number(text)] as const)
  const sum = values.reduce((total, [, value]) => total + value, 0)
  if (!Number.isFinite(sum) || sum <= 0 || values.some(([, value]) => value < 0)) return null
  return Object.fromEntries(values.map(([key, value]) => [key, value / sum]))
}

/** Writes "0,5" as "0.5". Only after a zero: 1,000 may be a thousand. */
export const withPoint = (typed: string): string => typed.replace(/^(\s*0?),(?=\d)/, '$1.')

/** Formats task types for editing; a type that needs no tool call is prefixed with a dash. */
export function writeTypes(text: string): string {
  const types: unknown = text === '' ? {} : JSON.parse(text)
  return isRecord(types)
    ? Object.entries(types)
        .map(([type, needs]) => (needs ? type : `-${type}`))
        .join(', ')
    : ''
}

export function readTypes(words: string): string {
  const types = words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '' && word !== '-')
  if (types.length === 0) return ''
  return JSON.stringify(
    Object.fromEntries(types.map((word) => (word.startsWith('-') ? [word.slice(1).trim(), false] : [word, true]))),
  )
}

/** Returns the document without these top-level keys. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return text
  return JSON.stringify(Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key))), null, 2)
}
