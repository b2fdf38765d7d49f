import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const who = ['Halonen', 'Brennan', 'Sousa', 'Okafor', 'Lindqvist', 'Moreau']
const where = ['Tromso', 'Malaga', 'Bergen', 'Dakar', 'Quito', 'Hanoi']
/** Names and towns in any order, with the place of one and of another. */
const people = fc.record({
  names: fc.shuffledSubarray(who, { minLength: 6 }),
  towns: fc.shuffledSubarray(where, { minLength: 6 }),
  one: fc.nat(5),
  step: fc.integer({ min: 1, max: 5 }),
})
describe('records', () => {
  it('contradict a value of another record, and never that of its own, in one result or in several', () => {
    fc.assert(
      fc.property(people, fc.boolean(), ({ names, towns, one, step }, areApart) => {
        const records = names.map((name, at) => ({ badge_id: `K-${at + 10}`, name, town: towns[at] }))
        const results = areApart ? records.map((one) => JSON.stringify([one])) : [JSON.stringify(records)]
        const found = (output: string) =>
          detectHallucinations({ output, toolResults: results }).findings.filter(
            ({ verdict }) => verdict === 'contradicted',
          )
        const other = (one + step) % 6
        expect(found(`- **K-${one + 10}** (${names[one]}, ${towns[one]})`)).toEqual([])
        expect(found(`- **K-${one + 10}**: ${towns[other]}`).map(({ span }) => span.text)).toEqual([towns[other]])
      }),
    )
  })
})
