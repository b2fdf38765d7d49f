import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const house =
  'Breakfast is included; parking costs 18 euros a night. The sauna opens at noon; the pool opens at nine. Towels are free; bathrobes are extra. Lena wrote the report; it was published in May. The roof leaks; the wall was painted in June. The wall was painted in June, the roof too.'

describe('what one clause of a sentence tells', () => {
  it.each([
    ['Breakfast costs 18 euros a night.', 'Breakfast'],
    ['Parking is included.', 'Parking'],
    ['Bathrobes are free.', 'Bathrobes'],
  ])('is contradicted of the subject of the other: %s', (output, found) => {
    expect(contradictedBy(house, output)).toEqual([found])
  })

  it.each([
    'Breakfast is included.',
    'Parking costs 18 euros a night.',
    'Parking costs 18 euros.',
    'Lena published the report in May.',
    'The report was published in May.',
    'The roof was painted in June.',
    'Towels are free.',
  ])('is not of its own subject, or where another sentence tells it: %s', (output) => {
    expect(contradictedBy(house, output)).toEqual([])
  })
})
