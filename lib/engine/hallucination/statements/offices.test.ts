import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const letter =
  'You will report to Carla Nunez, Head of Logistics. The offer was written by Tove Berg, recruiting manager. Union leader Emil Roos spoke at noon. The tenants, led by Ada Finn, stayed away. Deputy head of finance Olaf Kern was absent.'

describe('the office of one', () => {
  it.each([
    ['Tove Berg is the Head of Logistics.', 'Tove Berg'],
    ['Ada Finn leads the union.', 'Ada Finn'],
    ['Carla Nunez is the recruiting manager.', 'Carla Nunez'],
  ])('is contradicted where it is told of another: %s', (output, found) => {
    expect(contradictedBy(letter, output)).toEqual([found])
  })

  it.each([
    'Carla Nunez is the Head of Logistics.',
    'Emil Roos leads the union.',
    'Nunez is the Head of Logistics.',
    'Tove Berg is the former Head of Logistics.',
    'Olaf Kern is the deputy head of finance.',
    'Ada Finn leads the tenants.',
  ])('is not where it is told of the same, or of no one else: %s', (output) => {
    expect(contradictedBy(letter, output)).toEqual([])
  })
})
