import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const hotel =
  'The pool is on the roof and is open until 9 pm. The sauna is in the basement. The gym is on the third floor, the shop is on the ground floor. The bar is next to the lobby. The lobby is in the east wing. The office is in Bremen. The parent company is in Graz. The old boiler is in the attic and in the shed.'

describe('the place of one thing', () => {
  it.each([
    ['The sauna is on the roof.', 'roof'],
    ['The pool is located in the basement.', 'basement'],
    ['The shop is on the third floor.', 'third'],
    ['The office is in Graz.', 'Graz'],
  ])('is contradicted of another that is elsewhere: %s', (output, found) => {
    expect(contradictedBy(hotel, output)).toEqual([found])
  })

  it.each([
    ['of it', 'The pool is on the roof.'],
    ['of what is beside it', 'The bar is in the east wing.'],
    ['of a place within a town', 'The office is in the east wing.'],
    ['of a thing without a place', 'The kitchen is on the roof.'],
    ['of another place', 'The sauna is in the garden.'],
    ['of one with two places', 'The old boiler is in the shed.'],
    ['as a denial', 'The sauna is not on the roof.'],
  ])('may be told %s', (_what, output) => {
    expect(contradictedBy(hotel, output)).toEqual([])
  })
})
