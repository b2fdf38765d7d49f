import { isRecord } from '@/lib/contracts/is-record'

/** True for undefined and null. 0 and false are present; "", [] and {} are present but empty. */
export function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

/** True for "", [] and {}. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string' || Array.isArray(value)) return value.length === 0
  return isRecord(value) && Object.keys(value).length === 0
}
