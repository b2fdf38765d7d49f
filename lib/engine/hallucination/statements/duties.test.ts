import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const chat =
  'A fitter will come on Friday. You do not have to be at home. The tenants need not pay for the visit. You must switch off the boiler. Pets are not required to leave the flat.'

const handbook =
  'Trips abroad need the approval of a manager. Train tickets can be booked first class without approval. Remote work requires no permit. Purchases above 500 euros require approval. The cellar needs a key in winter. Guests under 18 must not enter the casino.'

describe('a need', () => {
  it.each([
    ['without what is needed', 'Trips abroad can be booked without approval.', 'without approval'],
    ['with what is not needed', 'Train tickets in first class need approval.', 'need approval'],
    ['with what it is told not to need', 'Remote work requires a permit.', 'permit'],
    ['without it, of an amount', 'Purchases above 500 euros can be made without approval.', 'without approval'],
    [
      'as allowed to whom it is forbidden',
      'Guests under 18 may enter the casino.',
      'Guests under 18 may enter the casino',
    ],
  ])('is contradicted where it is told %s', (_what, output, found) => {
    expect(contradictedBy(handbook, output)).toEqual([found])
  })

  it.each([
    ['as it is', 'Trips abroad require the approval of a manager.'],
    ['of another amount', 'Purchases below 500 euros can be made without approval.'],
    ['as a denial of what lacks it', 'Trips abroad cannot be booked without approval.'],
    ['of another case', 'The cellar needs no key in summer.'],
    ['of another age', 'Guests over 18 may enter the casino.'],
    ['of what is done without it', 'Ann travels without a permit.'],
  ])('is not where it is told %s', (_what, output) => {
    expect(contradictedBy(handbook, output)).toEqual([])
  })
})

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
