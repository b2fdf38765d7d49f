import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const source =
  'The ranger bag holds a compass, a whistle and a blanket. The relay was run by Ona Petit, Gus Vale and Mia Roos. Entrants must bring:\n- a birth certificate\n- a helmet\n- a doctor’s note\n\nThe shop sells tents, stoves and more.'

const found = (output: string, verdict: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] }).findings.flatMap((one) =>
    one.verdict === verdict && one.type === 'source_contradiction' ? one.span.text : [],
  )

describe('an item of an enumeration that no source has', () => {
  it.each([
    ['one more', 'The ranger bag holds a compass, a whistle, a blanket and a hatchet.', 'hatchet'],
    ['one more before the verb', 'A hatchet, a compass, a whistle and a blanket are in the ranger bag.', 'hatchet'],
    ['a name in place of another', 'The relay was run by Ona Petit, Gus Vale and Mia Raas.', 'Mia Raas'],
    [
      'one more than in the lines of a list',
      'Entrants must bring a birth certificate, a helmet, a note and a raincoat.',
      'raincoat',
    ],
  ])('is contradicted: %s', (_what, output, text) => {
    expect(found(output, 'contradicted')).toEqual([text])
  })

  it('is only doubted where it may be another word for the same', () => {
    const output = 'The ranger bag holds a compass, a whistle and a coverlet.'
    expect(found(output, 'contradicted')).toEqual([])
    expect(found(output, 'unverifiable')).toEqual(['coverlet'])
  })

  it.each([
    ['in another order', 'A whistle, a blanket and a compass are in the ranger bag.'],
    ['fewer', 'The ranger bag holds a compass and a blanket.'],
    ['of another thing', 'The medic holds a compass, a whistle, a blanket and a hatchet.'],
    ['an open list', 'The shop sells tents, stoves, ropes and lanterns.'],
    ['a proposal', 'The ranger bag could hold a compass, a whistle, a blanket and a hatchet.'],
  ])('is not doubted where it is %s', (_what, output) => {
    expect([...found(output, 'contradicted'), ...found(output, 'unverifiable')]).toEqual([])
  })
})
