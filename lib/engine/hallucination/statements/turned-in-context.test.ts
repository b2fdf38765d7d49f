import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const report =
  'The auditors asked for a second signature on refunds. The request was rejected. Guests may bring pets. Pets are never allowed in the dining room. A port of the test server was open. Nobody had used the port.'

describe('a statement of which the sentences before tell the rest', () => {
  it.each([
    ['an opposite word', 'The request for a second signature was accepted.', 'accepted'],
    ['a negation', 'The port of the test server had been used.', 'The port of the test server had been used'],
  ])('is contradicted where %s turns it', (_what, output, found) => {
    expect(contradictedBy(report, output)).toEqual([found])
  })

  it.each([
    ['the same', 'The request for a second signature was rejected.'],
    ['denied alike', 'The port of the test server had not been used.'],
    ['of another thing', 'The request of the guests was accepted.'],
    ['with a condition', 'The request for a second signature would be accepted if it were cheap.'],
  ])('is not where it is %s', (_what, output) => {
    expect(contradictedBy(report, output)).toEqual([])
  })
})
