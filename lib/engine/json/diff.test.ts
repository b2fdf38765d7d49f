import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffParts, type PartChange } from './diff'

const value = (path: string, from?: unknown, to?: unknown): PartChange => ({
  kind: 'value',
  path,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
})

// Numbers further apart than the tolerance, and no minus zero, which JSON does not have.
const json = fc
  .jsonValue()
  .map((value): unknown =>
    JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === 'number' ? Number(inner.toFixed(6)) + 0 : inner)),
  )

describe('diffParts', () => {
  it.each<[string, unknown, unknown, PartChange[]]>([
    ['no difference for equal documents', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ['a value by its path', { a: { b: 1 } }, { a: { b: 2 } }, [value('a.b', 1, 2)]],
    ['only the side that has the value', { a: 1 }, { b: null }, [value('a', 1), value('b', undefined, null)]],
    ['an object on only one side as a whole', {}, { a: { b: { c: 1 } } }, [value('a', undefined, { b: { c: 1 } })]],
    [
      'what a list of names lost and gained',
      { a: ['x', 'y', 'z'] },
      { a: ['z', 'y', 'w'] },
      [{ kind: 'items', path: 'a', removed: ['x'], added: ['w'], kept: 2 }],
    ],
    [
      'the count, when a name occurs twice',
      ['x', 'x'],
      ['x'],
      [{ kind: 'items', path: '', removed: ['x'], added: [], kept: 1 }],
    ],
    ['a list in another order', { a: [1, 2] }, { a: [2, 1] }, [value('a', [1, 2], [2, 1])]],
    [
      'an item inserted before others as one difference',
      { any: [{ a: 1 }, { b: 2 }] },
      { any: [{ c: 3 }, { a: 1 }, { b: 2 }] },
      [value('any[0]', undefined, { c: 3 })],
    ],
    ['a change within an item', [{ a: 1 }, { b: 2 }], [{ a: 1 }, { b: 3 }], [value('[1].b', 2, 3)]],
    ['another kind of value', { a: [1] }, { a: { b: 1 } }, [value('a', [1], { b: 1 })]],
  ])('returns %s', (_words, before, after, changes) => {
    expect(diffParts(before, after)).toEqual(changes)
  })

  it('returns none exactly for equal documents, and is symmetric', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const [there, back] = [diffParts(before, after), diffParts(after, before)]
        expect(there.length === 0).toBe(JSON.stringify(sorted(before)) === JSON.stringify(sorted(after)))
        expect(back.map(({ path }) => path)).toEqual(there.map(({ path }) => path))
      }),
    )
  })
})

/** Sorts the keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
