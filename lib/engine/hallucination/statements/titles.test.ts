import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const source =
  'The skipper, Ines Falk, and the navigator, Omar Reed, left the boat. Pia Holm is the chair of the guild and Leo Brandt is the clerk. Conductor: Tessa Moor. Soloist: Henk Vos. The driver Sam Pool met the driver Kit Lowe.'

const contradicted = (output: string) => contradictedBy(source, output)

describe('a title that a source gives to another of its sentence', () => {
  it.each([
    ['beside the name', 'The skipper, Omar Reed, left the boat.', 'Omar Reed'],
    ['behind "is"', 'The clerk is Pia Holm.', 'Pia Holm'],
  ])('is contradicted: %s', (_what, output, text) => {
    expect(contradicted(output)).toEqual([text])
  })

  it.each([
    ['its own', 'The navigator, Omar Reed, and the skipper, Ines Falk, left the boat.'],
    ['its own, behind "is"', 'The clerk is Leo Brandt.'],
    ['one that it may have, too', 'The owner, Omar Reed, left the boat.'],
    ['of several', 'The driver Kit Lowe met the driver Sam Pool.'],
    ['a former one', 'The former skipper, Omar Reed, left the boat.'],
  ])('is not where it is %s', (_what, output) => {
    expect(contradicted(output)).toEqual([])
  })
})
