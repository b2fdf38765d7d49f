import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const laps = 'Ada Ek ran 305 laps. Bo Lind ran 136 laps, and Cy Moe ran 88 laps. Dag Nor is 47 years old.'
const contradicted = (output: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: laps }] })
    .findings.filter(({ verdict }) => verdict === 'contradicted')
    .map(({ span }) => span.text)

describe('a value of a list of names', () => {
  it.each([
    ['in a line', 'Ada Ek: 136, Bo Lind: 305.', ['136']],
    ['in a list', '- Ada Ek: 305\n- Cy Moe: 136', ['136']],
  ])('that the sources tell of another is contradicted: %s', (_what, output, found) => {
    expect(contradicted(output)).toEqual(found)
  })

  it.each([
    ['its own', 'Ada Ek: 305, Bo Lind: 136, Cy Moe: 88.'],
    ['told of another in other words', 'Ada Ek: 47'],
    ['of a name that the sources lack', 'Eva Pil: 136'],
  ])('is not where it is %s', (_what, output) => {
    expect(contradicted(output)).toEqual([])
  })
})

it('a name that a sentence begins with is the subject of what goes on with "and"', () => {
  const source = 'Ada Ek was born in Oslo and moved to Bergen. Bo Lind was born in Turku and moved to Malmo.'
  const find = (output: string) =>
    detectHallucinations({ output, sources: [{ id: 's', text: source }] }).findings.filter(
      ({ verdict }) => verdict === 'contradicted',
    )
  expect(find('Ada Ek moved to Malmo.')).toHaveLength(1)
  expect(find('Ada Ek moved to Bergen.')).toEqual([])
})
