import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectHallucinations } from './detect-hallucinations'

const who = ['Halonen', 'Brennan', 'Sousa', 'Okafor', 'Lindqvist', 'Moreau']
const where = ['Tromso', 'Malaga', 'Bergen', 'Dakar', 'Quito', 'Hanoi']
const deed = [
  'painted the fence behind the depot',
  'ordered forty lamps for the workshop',
  'cancelled the ferry to the island',
  'repaired the scanner of the library',
  'sold the old tractor to a farmer',
  'translated the brochure into Welsh',
]
/** Six of the texts in any order, with the place of one and of another. */
const people = fc.record({
  names: fc.shuffledSubarray(who, { minLength: 6 }),
  deeds: fc.shuffledSubarray(deed, { minLength: 6 }),
  towns: fc.shuffledSubarray(where, { minLength: 6 }),
  one: fc.nat(5),
  step: fc.integer({ min: 1, max: 5 }),
})
const contradicted = (output: string, source: string) =>
  detectHallucinations({ output, toolResults: [source] }).findings.filter(({ verdict }) => verdict === 'contradicted')

describe('lines and records', () => {
  it('contradict a deed of another speaker, and never that of its own', () => {
    fc.assert(
      fc.property(people, ({ names, deeds, one, step }) => {
        const twice = [...names.keys(), ...names.keys()]
        const chat = twice
          .map((at, place) => `[10:${10 + place}] ${names[at]}: ${place < 6 ? 'good morning all' : `I ${deeds[at]}`}`)
          .join('\n')
        const other = (one + step) % 6
        expect(contradicted(`${names[one]} ${deeds[one]}.`, chat)).toEqual([])
        expect(contradicted(`${names[other]} ${deeds[one]}.`, chat).map(({ span }) => span.text)).toEqual([
          names[other],
        ])
      }),
    )
  })

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

  it('never contradict the order of their times', () => {
    fc.assert(
      fc.property(people, ({ names, deeds, one, step }) => {
        const log = names.map((name, at) => `09:0${at}:00 [desk] ${name} ${deeds[at]}`).join('\n')
        const other = (one + step) % 6
        const [first, second] = [Math.min(one, other), Math.max(one, other)]
        const tell = (word: string) => `${names[first]} ${deeds[first]} ${word} ${names[second]} ${deeds[second]}.`
        expect(contradicted(tell('before'), log)).toEqual([])
        expect(contradicted(tell('after'), log).map(({ span }) => span.text)).toEqual(['after'])
      }),
    )
  })
})
