import { isRecord } from '@/lib/contracts/is-record'
import { isClose } from '@/lib/engine/tolerance'

/** Equality of JSON values: numbers within the engine's tolerance, members of an object in any order. */
export function deepEqual(left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number') return isClose(left, right)
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => deepEqual(item, right[index]))
  }
  if (isRecord(left) && isRecord(right)) {
    const keys = Object.keys(left)
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && deepEqual(left[key], right[key]))
    )
  }
  return left === right
}
