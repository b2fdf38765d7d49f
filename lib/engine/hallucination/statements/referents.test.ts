import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const places =
  'The lighthouse of Skarne was built in 1871. The lighthouse of Mellby is younger. It was finished in 1904. It burned down in 1946. The east wing holds the coin collection. It has 3,200 pieces. The west wing holds the map collection. It was given to the museum by Edith Crane. Line 4 runs to the airport. Line 7 runs every 12 minutes. It stops at the hospital.'
const firms = 'Corvid bought the mill Tellia in March. It was founded in 2011. Corvid was enlarged in 1998.'
const mayors =
  'The mayor of Brede resigned in May. She had ruled since 2004. The mayor of Tolm stayed. Anna Berg, who lives in Brede, likes chess. The mayor Anna Berg is ill.'

const contradicted = (output: string, source = places) => contradictedBy(source, output)

describe('what a pronoun tells of the thing before it', () => {
  it.each([
    ['a name', 'The lighthouse of Skarne burned down in 1946.', 'Skarne'],
    ['a name, two sentences before', 'The lighthouse of Skarne was finished in 1904.', 'Skarne'],
    ['a word', 'The map collection has 3,200 pieces.', 'map'],
    ['a number', 'Line 4 stops at the hospital.', '4'],
    [
      'a thing that the answer refers back to',
      'The east wing has the coin collection. It was given to the museum by Edith Crane.',
      'It was given to the museum by Edith Crane',
    ],
  ])('is contradicted as told of another by %s', (_what, output, found) => {
    expect(contradicted(output)).toEqual([found])
  })

  it.each([
    ['the thing itself', 'The lighthouse of Mellby burned down in 1946.', places],
    ['the thing in two sentences', 'The west wing has the maps. It was given to the museum by Edith Crane.', places],
    ['one of two that it may mean', 'Corvid was founded in 2011.', firms],
    ['the other of the two', 'Tellia was founded in 2011.', firms],
    ['one who may be the same', 'Anna Berg had ruled since 2004.', mayors],
  ])('is not of %s', (_what, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})
