import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const contradicted = (output: string, source: string) => contradictedBy(source, output)

const order = 'Your order was placed on 14 May 2024 for 98 EUR by Jonas Weber. A refund takes 14 days.'
const quarter =
  "Tern's revenue was $4.1m in the third quarter, up 10 %. It expects revenue of $4.6m in the fourth quarter."
const fleet = 'Leasing costs 540 EUR per van and month. The fleet consists of 48 vans, 31 of them electric.'
const study =
  'We treated 184 adults with 20 mg for 12 weeks. Cough was reported by 9 patients on the drug and 2 on placebo.'
const match = 'Becker scored in the 14th and the 61st minute in front of 22,012 spectators.'
const path = 'The path will be 2.4 km long and cost 1.9 million pounds, of which the state pays 60 %.'
const german = 'Die Erstattung dauert 30 Tage ab Eingang der Ware, falls per Scheck zu zahlen ist und nicht online.'

describe('contradicts a value in no source where one says the same with another', () => {
  it.each([
    [
      'figures and a name that moved together',
      'It was ordered on 4 May 2024 for 89 EUR by Maria Keller.',
      order,
      '4 May 2024',
    ],
    ['another duration', 'The refund takes 30 days.', order, '30 days'],
    ['in the words of several clauses', 'Each van is leased for 620 EUR a month.', fleet, '620 EUR'],
    ['an ordinal', 'Becker scored in the 70th minute.', match, '70'],
    ['the rest of a share', 'The state pays 40 % of the cost.', path, '40 %'],
    ['a count of the same', 'We treated 230 adults with 45 mg.', study, '230'],
  ])('%s', (_what, output, source, text) => {
    expect(contradicted(output, source)).toEqual([text])
  })
})

describe('contradicts nothing', () => {
  it.each([
    ['of the time before', 'Revenue of 2023 was $3.1m in the third quarter.', quarter],
    ['of another case', 'A refund would take 30 days by cheque.', order],
    ['of another time', 'Revenue of the previous quarter was $3.7m.', quarter],
    ['of another subject', 'The study treated 230 adults.', study],
    ['of a name that no source has', 'Heron expects revenue of $5.9m in the fourth quarter.', quarter],
    ['that is the rest', 'The state pays its share, the other 40 % of the cost are left to the town.', path],
    ['that is a sum', 'Cough was reported by 11 patients.', study],
    ['that is a product', 'Leasing all vans costs 25,920 EUR per month.', fleet],
    ['that is a difference', 'Revenue is expected to rise by $0.5m in the fourth quarter.', quarter],
    ['that is so many days from a date', 'The refund is due on 28 May 2024.', order],
    ['that is called about as much', 'Becker scored in front of more than 22,000 spectators.', match],
    ['where the words for another case are unknown', german, 'Die Erstattung dauert 14 Tage ab Eingang der Ware.'],
  ])('%s', (_what, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})
