import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const contradicted = (output: string, source: string) => contradictedBy(source, output)

const receipt = 'Total 68.00 EUR. Paid by card, converted to 101.32 CAD at 1.49. Deposit 1,200 EUR.'
const fares = JSON.stringify([
  { flight: 'TP 1', fare: { amount: 412.4, currency: 'CAD' } },
  { flight: 'LH 2', fare: { amount: 355, currency: 'CAD' } },
])

describe('an amount that the sources have in another currency', () => {
  it.each([
    ['before it', 'The total was $68.00.', receipt, ['$68.00']],
    ['behind it', 'The total was 101.32 EUR.', receipt, ['101.32 EUR']],
    ['with American dollars for Canadian ones', 'The card was charged USD 101.32.', receipt, ['USD 101.32']],
    ['that a field of the record has', 'The cheapest flight is LH 2 for €355.', fares, ['€355']],
    ['that a field has, of other dollars', 'The cheapest flight is LH 2 for USD 355.', fares, ['USD 355']],
  ])('is contradicted %s', (_what, output, source, found) => {
    expect(contradicted(output, source)).toEqual(found)
  })

  it.each([
    ['as it is', 'The total was €68.00, or 101.32 Canadian dollars.', receipt],
    ['of dollars that may be Canadian', 'The card was charged $101.32.', receipt],
    ['in a field of the record', 'LH 2 costs CAD 355.00, TP 1 costs 412.40 Canadian dollars.', fares],
    ['of few digits', 'The tip of $1,200 was not paid.', receipt],
    ['without a currency', 'The fee was €120.50.', 'Fee: 120.50'],
  ])('is not where it is one %s', (_what, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})
