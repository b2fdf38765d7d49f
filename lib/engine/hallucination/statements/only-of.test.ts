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

const plans =
  'Roaming in the EU is included only in the travel plan. The basic plan costs 9 euros. Calls are included in every plan. The shuttle runs only on weekdays. Fares rise on Sundays.'

describe('what is told of something else than the only one', () => {
  it.each([
    ['Roaming in the EU is included in the basic plan.', 'basic'],
    ['The shuttle runs on Sundays.', 'Sundays'],
  ])('is contradicted: %s', (output, found) => {
    expect(contradictedBy(plans, output)).toEqual([found])
  })

  it.each([
    'Roaming in the EU is included in the travel plan.',
    'Roaming is included in this plan.',
    'Calls are included in the basic plan.',
    'Fares rise on Sundays.',
  ])('is not of the one itself, or where nothing is limited: %s', (output) => {
    expect(contradictedBy(plans, output)).toEqual([])
  })
})
