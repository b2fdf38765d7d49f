import { InvalidArgumentError } from 'commander'

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
