import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { columnsOf, csvHead, csvLine } from './export-table'

const columns = [
  { name: 'a', path: ['a'] },
  { name: 'b', path: ['b'] },
]

/** Parses lines into cells by RFC 4180. */
function read(text: string): string[][] {
  const rows: string[][] = [['']]
  let isQuoted = false
  for (let place = 0; place < text.length; place++) {
    const row = rows.at(-1) ?? []
    const char = text[place] ?? ''
    const add = (more: string) => row.splice(-1, 1, `${row.at(-1)}${more}`)
    if (isQuoted && char === '"' && text[place + 1] === '"') {
      add('"')
      place++
    } else if (char === '"' && (isQuoted || row.at(-1) === '')) isQuoted = !isQuoted
    else if (!isQuoted && char === ',') row.push('')
    else if (!isQuoted && char === '\r' && text[place + 1] === '\n') {
      rows.push([''])
      place++
    } else add(char)
  }
  return rows
}

it('round-trips every cell, and never produces a formula', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('=1+1', '-2', '+3', '@x', ' =1', '\t=1', 'a"b', 'a,b', 'a\r\nb', '"', ''),
  )
  fc.assert(
    fc.property(fc.array(fc.record({ a: cell, b: cell }), { minLength: 1, maxLength: 5 }), (rows) => {
      const [, ...cells] = read([csvHead(columns), ...rows.map((row) => csvLine(columns, row))].join('\r\n'))
      expect(cells.map((row) => row.map((text) => text.replace(/^'/, '')))).toEqual(
        rows.map(({ a, b }) => [a, b].map((text) => text.replace(/^'/, ''))),
      )
      for (const text of cells.flat()) expect(text).not.toMatch(/^\s*[=+\-@]/)
    }),
  )
})

it('writes numbers as numbers, and missing values as empty cells', () => {
  expect(csvLine(columns, { a: -1.5, b: null })).toBe('-1.5,')
  expect(csvLine(columns, { a: false, b: ['x', 'y'] })).toBe('false,x; y')
  expect(csvLine(columns, { a: [{ x: 1 }] })).toBe('"[{""x"":1}]",')
})

it('writes numbers without the noise of their arithmetic, and whole ones to the last digit', () => {
  expect(csvLine(columns, { a: 0.1 + 0.2, b: 0.27999999999999997 })).toBe('0.3,0.28')
  expect(csvLine(columns, { a: 0.1234567890123, b: 1e-9 })).toBe('0.123456789012,1e-9')
  expect(csvLine(columns, { a: 1_772_359_200_123, b: Number.MAX_SAFE_INTEGER })).toBe('1772359200123,9007199254740991')
  expect(csvLine(columns, { a: [1 - 0.9, null, 'x'] })).toBe('0.1; ; x,')
})

it('leaves JSON in a cell as it is', () => {
  expect(csvLine(columns, { a: { x: 0.1 + 0.2 } })).toBe('"{""x"":0.30000000000000004}",')
})

it('has a column for every field of a row, including nested ones', () => {
  const row = z.object({
    id: z.string(),
    signals: z.object({ self: z.number().nullable() }).nullable(),
    tags: z.array(z.string()).default([]),
    meta: z.record(z.string(), z.unknown()).optional(),
  })
  expect(csvHead(columnsOf(row))).toBe('id,signals.self,tags,meta')
})
