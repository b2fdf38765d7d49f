import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const issue =
  'The sync fails only with large files. Small files are copied at night. The lift runs only on weekdays. The kiosk is open on Sundays.'

describe('what is limited by "only"', () => {
  it.each([
    ['The sync fails only with small files.', 'small'],
    ['The lift runs only on Sundays.', 'Sundays'],
  ])('is contradicted where it is limited to something else: %s', (output, found) => {
    expect(contradictedBy(issue, output)).toEqual([found])
  })

  it.each([
    'The sync fails only with large files.',
    'The sync fails with large files only.',
    'The lift runs only on weekdays, not at night.',
    'The lift runs only with a key.',
  ])('is not where it is the same, or told of another limit: %s', (output) => {
    expect(contradictedBy(issue, output)).toEqual([])
  })
})
