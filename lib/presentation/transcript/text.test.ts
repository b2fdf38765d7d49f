import { describe, expect, it } from 'vitest'
import { briefly, findMatches } from './text'

describe('findMatches', () => {
  const found = (text: string, query: string, max = 10) =>
    findMatches(text, query, max).map(({ start, end }) => text.slice(start, end))

  it.each([
    ['The fox, the FOX', 'fox', ['fox', 'FOX']],
    ['İstanbul and İzmir, then Izmir', 'izmir', ['İzmir', 'Izmir']],
    ['İİİ end', 'END', ['end']],
    ['ΟΔΟΣ ὁδός', 'οδος', ['ΟΔΟΣ']],
    ['👩‍👩‍👧 漢字 👩‍👩‍👧', '漢字', ['漢字']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['anything', '  ', []],
  ])('finds in %j the text of %j', (text, query, wanted) => {
    expect(found(text, query)).toEqual(wanted)
  })

  it('stops at the maximum', () => {
    expect(found('a'.repeat(100), 'a', 3)).toHaveLength(3)
  })
})

it.each([
  [{ a: 1, b: [1, 2], c: { d: 1 } }, 'a: 1, b: 2 items, c: {…}'],
  ['  two\n lines ', 'two lines'],
  [undefined, ''],
  [null, 'null'],
])('says %j briefly', (value, text) => {
  expect(briefly(value)).toBe(text)
})
