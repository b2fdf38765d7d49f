import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseColumns, type ExampleFacts, flatten, keyOf, type PathCounts, splitOf, toLine } from './examples'

const DEPTH = 3
const facts: ExampleFacts = {
  score: 1,
  passed: true,
  feedback: '',
  decision: 'accept',
  chain: 'c',
  chain_version: '1',
  scenario: '',
  run_id: 'r',
  split: 'train',
}

/** Computes the counts that the database provides in production. */
function columnsOf(side: 'request' | 'output', values: readonly unknown[], depth = DEPTH) {
  const counts = new Map<string, PathCounts>()
  for (const { path, value } of values.flatMap((item) => flatten(item, depth))) {
    const count = counts.get(keyOf(path)) ?? { path, present: 0, numbers: 0, integers: 0, booleans: 0 }
    counts.set(keyOf(path), {
      path,
      present: count.present + 1,
      numbers: count.numbers + Number(typeof value === 'number'),
      integers: count.integers + Number(Number.isSafeInteger(value)),
      booleans: count.booleans + Number(typeof value === 'boolean'),
    })
  }
  return chooseColumns(side, [...counts.values()], values.length)
}

function linesOf(outputs: readonly unknown[]) {
  const table = { columns: columnsOf('output', outputs), depths: { request: DEPTH, output: DEPTH } }
  return outputs.map((output) => toLine(table, { request: null, output }, facts))
}

describe('toLine', () => {
  it('gives the same keys in the same order with values of the same types for any runs', () => {
    const document = fc.option(fc.object({ key: fc.string({ maxLength: 3 }), maxDepth: 4 }), { nil: null })
    const asStored = document.map((value) => JSON.parse(JSON.stringify(value)))
    fc.assert(
      fc.property(fc.array(asStored, { minLength: 1, maxLength: 6 }), (outputs) => {
        const lines = linesOf(outputs)
        const shapes = lines.map((line) =>
          JSON.stringify(Object.entries(JSON.parse(line ?? 'null')).map(([key, value]) => [key, typeof value])),
        )
        expect(new Set(shapes).size).toBe(1)
        for (const line of lines) expect(Object.values(JSON.parse(line ?? 'null'))).not.toContain(null)
      }),
    )
  })

  it.each([
    ['nested keys', [{ a: { b: 'x' }, c: ['y'] }], '"output_a_b":"x","output_c":"[\\"y\\"]"'],
    ['a missing text', [{ a: 'x' }, {}], '"output_":"","output_a":"x"'],
    ['a number that one run lacks', [{ a: 1 }, { a: null }], '"output_a":"1"'],
    ['whole numbers', [{ a: 1 }, { a: 2 }], '"output_a":1,'],
    ['a mix of whole and other numbers', [{ a: 1 }, { a: 0.5 }], '"output_a":1.0,'],
    ['booleans', [{ a: true }, { a: false }], '"output_a":true'],
    ['text mixed with numbers', [{ a: 1 }, { a: 'x' }], '"output_a":"1"'],
    ['a plain text answer', ['x', 'y'], '"output":"x"'],
    ['keys that map to the same name', [{ 'a.b': 'x', 'a b': 'y', a: { b: 'z' } }], '"output_a_b_3":"x"'],
    ['a score of 1', ['x'], '"score":1.0'],
  ])('formats %s', (_, outputs, expected) => {
    expect(linesOf(outputs)[0]?.replace('"output_":"",', '')).toContain(expected.replace('"output_":"",', ''))
  })

  it.each([
    ['lost a number', {}],
    ['gained a key', { a: 1, b: 'x' }],
    ['has another type', { a: 'x' }],
    ['is not a whole number any more', { a: 1.5 }],
  ])('leaves out a run that %s since the columns were chosen', (_, output) => {
    const table = { columns: columnsOf('output', [{ a: 1 }]), depths: { request: DEPTH, output: DEPTH } }
    expect(toLine(table, { request: null, output: { a: 2 } }, facts)).toContain('"output_a":2')
    expect(toLine(table, { request: null, output }, facts)).toBeNull()
  })
})

describe('splitOf', () => {
  const keys = Array.from({ length: 5000 }, (_, index) => `ticket-${index}`)
  const share = (valShare: number, seed = 0) =>
    keys.filter((key) => splitOf(key, valShare, seed) === 'val').length / keys.length

  it.each([0, 0.2, 0.5, 1])('assigns about %d of the keys to val', (valShare) => {
    expect(share(valShare)).toBeCloseTo(valShare, 1)
  })

  it('is deterministic, varies with the seed, and only adds keys as the share grows', () => {
    const sides = (seed: number, valShare = 0.2) => keys.map((key) => splitOf(key, valShare, seed))
    expect(sides(1)).toEqual(sides(1))
    expect(sides(1)).not.toEqual(sides(2))
    const grown = sides(1, 0.4)
    for (const [index, side] of sides(1).entries()) if (side === 'val') expect(grown[index]).toBe('val')
  })
})
