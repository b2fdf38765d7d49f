import type { Token } from './tokens'
import { unitOf } from './units'

const words = new Map(
  Object.entries({
    0.5: 'half halv halved',
    2: 'twic double doubl twofold',
    3: 'thric triple tripl threefold',
    4: 'quadruple quadrupl fourfold',
  }).flatMap(([value, names]) => names.split(' ').map((name) => [name, Number(value)] as const)),
)
/** Words for a part of a whole, with its divisor. */
export const divisors: ReadonlyMap<string, number> = new Map([
  ['third', 3],
  ['quarter', 4],
  ['fifth', 5],
  ['tenth', 10],
])

/** Whether a word with this key is, or goes with, a multiple. */
export function isMultiple(key: string): boolean {
  return words.has(key) || key === 'time'
}

/** Returns by how much a word or number multiplies: "twice", "three times", "a third"; undefined for others. */
export function multipleOf(token: Token, before: Token | undefined, next: Token | undefined): number | undefined {
  if (token.number) return next?.term.key === 'time' && token.end < next.start + 2 ? token.number.value : undefined
  // "Half an hour" is a duration.
  if (next && unitOf(next.term.key) !== null) return undefined
  const part = divisors.get(token.term.key)
  if (part === undefined) return words.get(token.term.key)
  if (before?.term.key === 'a' || before?.term.key === 'one') return 1 / part
  return before?.number && before.number.value < part ? before.number.value / part : undefined
}
