import { describe, expect, it } from 'vitest'
import { readRecords } from './records'

describe('a list of like records', () => {
  it('is a table of its fields, first the one that tells them apart, with the numbers told apart', () => {
    const flights = [
      { price: { economy: 122, business: 301.5 }, flight: 'HAT170', stops: ['DEN', 'SEA'], full: false },
      { price: { economy: 89, business: 280 }, flight: 'HAT022', stops: [], full: true, note: null },
    ]
    expect(readRecords(flights)).toEqual({
      columns: [
        { name: 'flight', isNumeric: false },
        { name: 'price.economy', isNumeric: true },
        { name: 'price.business', isNumeric: true },
        { name: 'stops', isNumeric: false },
        { name: 'full', isNumeric: false },
        { name: 'note', isNumeric: false },
      ],
      rows: [
        ['HAT170', 122, 301.5, 'DEN, SEA', false, undefined],
        ['HAT022', 89, 280, '', true, null],
      ],
    })
  })

  it.each([
    ['no list', { a: 1, b: 2 }],
    ['one record', [{ a: 1, b: 2 }]],
    ['values beside records', [{ a: 1, b: 2 }, 3]],
    ['an empty record', [{ a: 1, b: 2 }, {}]],
    ['a single field', [{ a: 1 }, { a: 2 }]],
    [
      'records that share little',
      [
        { a: 1, b: 2 },
        { c: 1, d: 2 },
      ],
    ],
    [
      'a long text',
      [
        { a: 1, b: 'word '.repeat(60) },
        { a: 1, b: '' },
      ],
    ],
    [
      'records two levels down',
      [
        { a: 1, b: { c: { d: 1 } } },
        { a: 1, b: { c: { d: 1 } } },
      ],
    ],
    [
      'lists of records',
      [
        { a: 1, b: [{ c: 1 }] },
        { a: 1, b: [] },
      ],
    ],
    ['many fields', [0, 1].map(() => Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`f${at}`, at])))],
  ])('is not %s', (_, value) => {
    expect(readRecords(value)).toBeNull()
  })
})
