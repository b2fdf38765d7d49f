import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bodyHash } from './body-hash'

/** The definition that stored hashes were made by. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

it('is that of the JSON text with sorted keys, whatever the keys are', () => {
  const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', '10', '9', '1e3', '-1', 'toJSON', 'length'))
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue({ maxDepth: 0 }),
      fc.constant(undefined),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.uniqueArray(fc.tuple(key, tie('tree')), { selector: ([name]) => name, maxLength: 6 }).map(fromMembers),
    ),
  }))
  fc.assert(
    fc.property(tree, (value) => {
      expect(bodyHash(value)).toBe(sha256(canonical(value)))
    }),
  )
})

/** An object with these own keys, `__proto__` included, in this order. */
function fromMembers(members: readonly (readonly [string, unknown])[]): object {
  return Object.defineProperties(
    {},
    Object.fromEntries(members.map(([key, value]) => [key, { value, enumerable: true }] as const)),
  )
}
