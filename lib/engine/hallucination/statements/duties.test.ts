import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const chat =
  'A fitter will come on Friday. You do not have to be at home. The tenants need not pay for the visit. You must switch off the boiler. Pets are not required to leave the flat.'

describe('a duty', () => {
  it.each([
    ['there is none', 'The customer must be at home.', 'must'],
    [
      'there is none, in other words',
      'The tenants have to pay for the visit.',
      'The tenants have to pay for the visit',
    ],
    ['there is one', 'The customer does not have to switch off the boiler.', 'does'],
  ])('is contradicted where %s', (_what, output, found) => {
    expect(contradictedBy(chat, output)).toEqual([found])
  })

  it.each([
    ['it is the same', 'Customers need not be at home.'],
    ['it is of another thing', 'The customer must be patient.'],
    ['it is of another subject', 'The fitter must pay for the visit.'],
    ['it has a condition', 'The customer must be at home if the fitter rings.'],
  ])('is not where %s', (_what, output) => {
    expect(contradictedBy(chat, output)).toEqual([])
  })
})
