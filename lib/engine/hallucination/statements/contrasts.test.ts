import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const notes =
  'Tests cover the hit and the miss, not the expiry. It was reproduced on Android 14, not on Android 13 nor on iOS. Water in the evening, not at noon. The tool reads JSON, but not comments within it, and writes YAML. Photos without flash are allowed in the halls but not in the vault. The warranty covers the motor, but not the belt or damage by water.'

const contradicted = (output: string, source = notes) => contradictedBy(source, output)

describe('what a sentence leaves out by ", not"', () => {
  it.each([
    ['at its end', 'Tests cover the expiry.', 'expiry'],
    ['as the second of two', 'The crash was reproduced on iOS.', 'iOS'],
    ['as a time', 'Water the garden at noon.', 'noon'],
    ['behind "but not"', 'Photos are allowed in the vault.', 'vault'],
    ['as one of two', 'The belt is covered by the warranty.', 'belt'],
  ])('is not told of it, %s', (_what, output, found) => {
    expect(contradicted(output)).toEqual([found])
  })

  it.each([
    'Tests cover the hit.',
    'Tests do not cover the expiry.',
    'The crash was not reproduced on iOS.',
    'It was reproduced on Android 14.',
    'Water in the evening.',
    'The tool writes YAML.',
    'Photos are allowed in the halls.',
  ])('leaves the rest as it is: %s', (output) => {
    expect(contradicted(output)).toEqual([])
  })

  it.each([
    ['a value', 'Ferries run every 40 minutes during the works.', ['40 minutes']],
    ['the two exchanged', 'Lessons are on Mondays instead of Fridays.', ['Mondays']],
  ])('nor %s that it has behind "instead of"', (_what, output, found) => {
    const source =
      'The works begin in May. Ferries run every 20 minutes instead of every 40. Lessons are on Fridays instead of Mondays.'
    expect(contradicted(output, source)).toEqual(found)
  })

  it.each([
    'Ferries run every 20 minutes.',
    'Ferries normally run every 40 minutes.',
    'Lessons were on Mondays.',
    'Lessons are on Fridays instead of Mondays.',
  ])('says nothing of what was before: %s', (output) => {
    const source = 'Ferries run every 20 minutes instead of every 40. Lessons are on Fridays instead of Mondays.'
    expect(contradicted(output, source)).toEqual([])
  })

  it('may be told elsewhere', () => {
    expect(contradicted('Tests cover the expiry.', `${notes} Since May tests cover the expiry, too.`)).toEqual([])
  })
})
