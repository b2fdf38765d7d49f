import { InvalidArgumentError } from 'commander'
import { id } from '@/lib/contracts/primitives'
import { week } from '@/lib/contracts/weekly/report'

/** Reads an argument that is an id of the desk. */
export function toId(text: string): string {
  const parsed = id.safeParse(text.trim())
  if (parsed.success) return parsed.data
  throw new InvalidArgumentError('expected an id of the desk, like 0198c000-0000-7000-8000-000000000001.')
}

/** Reads an option that is an ISO week. */
export function toWeek(text: string): string {
  const parsed = week.safeParse(text.trim().toUpperCase())
  if (parsed.success) return parsed.data
  throw new InvalidArgumentError('expected an ISO week such as 2026-W47.')
}

/** Reads an option that is a share or a score. */
export function toShare(text: string): number {
  const share = text.trim() === '' ? Number.NaN : Number(text)
  if (share >= 0 && share <= 1) return share
  throw new InvalidArgumentError('expected a number from 0 to 1.')
}

/** Reads an option that is a whole number of these bounds. */
export function toWholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const count = text.trim() === '' ? Number.NaN : Number(text)
    if (Number.isInteger(count) && count >= min && count <= max) return count
    throw new InvalidArgumentError(`expected a whole number from ${min} to ${max}.`)
  }
}
