import { describe, expect, it } from 'vitest'
import { contradictedBy, type Told, testTold } from '../../testing/contradicted'

const told: readonly Told[] = [
  {
    what: 'denials',
    source: 'The pilot failed to land the plane. Lunch was served at noon.',
    right: ['The pilot could not land the plane.', 'The pilot failed to land the plane.'],
  },
  {
    what: 'denials',
    source: 'The firm no longer sells typewriters. Lunch was served at noon.',
    right: [
      'The firm has stopped selling typewriters.',
      'The firm no longer sells typewriters.',
      'The firm sells typewriters if they are old.',
    ],
  },
  {
    what: 'denials',
    source: 'The minister declined to answer questions. Lunch was served at noon.',
    right: ['The minister refused to answer questions.', 'The minister declined to answer questions.'],
  },
  {
    what: 'denials',
    source: 'Neither the cook nor the waiter saw the thief. Lunch was served at noon.',
    right: ['The cook did not see the thief.', 'Neither the cook nor the waiter saw the thief.'],
  },
  {
    what: 'denials',
    source: 'Both the cook and the waiter saw the thief. Lunch was served at noon.',
    right: ['The waiter saw the thief.', 'Both the cook and the waiter saw the thief.'],
  },
  {
    what: 'denials',
    source: 'The board turned down the offer. Lunch was served at noon.',
    right: ['The offer was rejected by the board.', 'The board turned down the offer.'],
  },
  {
    what: 'denials',
    source: 'The court upheld the ruling. Lunch was served at noon.',
    right: ['The ruling was upheld by the court.', 'The court upheld the ruling.'],
  },
  {
    what: 'denials',
    source: 'The match was called off. Lunch was served at noon.',
    right: ['The match was cancelled.', 'The match was called off.'],
  },
  {
    what: 'denials',
    source: 'The invoice remains unpaid. Lunch was served at noon.',
    right: ['The invoice is still to be paid.', 'The invoice remains unpaid.'],
    wrong: ['The invoice has been paid.'],
  },
  {
    what: 'denials',
    source: 'The parcel arrived late. Lunch was served at noon.',
    right: ['The parcel was late.', 'The parcel arrived late.'],
  },
  {
    what: 'denials',
    source: 'Dogs are banned from the garden. Lunch was served at noon.',
    right: ['Dogs are not allowed in the garden.', 'Dogs are banned from the garden.'],
  },
  {
    what: 'denials',
    source: 'The password is optional. Lunch was served at noon.',
    right: ['The password is not required.', 'The password is optional.'],
    wrong: ['The password is mandatory.'],
  },
  {
    what: 'denials',
    source: 'Trams are free; dogs are banned from the garden. Lunch was served at noon.',
    right: ['Dogs are not allowed in the garden.', 'Trams are free; dogs are banned from the garden.'],
  },
  {
    what: 'denials',
    source: 'The trial does not show that rest helps. Lunch was served at noon.',
    right: ['The trial does not prove that rest helps.', 'The trial does not show that rest helps.'],
  },
  {
    what: 'denials',
    source: 'The appeal of the tenant was dismissed. Lunch was served at noon.',
    right: ['The appeal was unsuccessful.', 'The appeal of the tenant was dismissed.'],
  },
  {
    what: 'denials',
    source: 'No data was lost. Lunch was served at noon.',
    right: ['No data was lost during the outage.', 'No data was lost.'],
  },
  {
    what: 'denials',
    source: 'Councillor Ortega voted against the budget, citing the cost of the depot. Lunch was served at noon.',
    right: ['Ortega opposed the budget.', 'Councillor Ortega voted against the budget, citing the cost of the depot.'],
  },
  {
    what: 'denials',
    source: 'Caching is off by default and can be enabled per task. Lunch was served at noon.',
    right: ['By default caching is disabled.', 'Caching is off by default and can be enabled per task.'],
  },
  {
    what: 'denials',
    source: 'Nobody objected to the proposal. Lunch was served at noon.',
    right: ['No one objected to the proposal.', 'Nobody objected to the proposal.'],
  },
  {
    what: 'denials',
    source: 'A loan device costs 5 euros a day. Lunch was served at noon.',
    right: ['Loan devices cost 5 euros a day.', 'A loan device costs 5 euros a day.'],
  },
  {
    what: 'denials',
    source: 'Admission is 12 euros; children under 14 enter free. Lunch was served at noon.',
    right: ['Children under 14 get in for free.', 'Admission is 12 euros; children under 14 enter free.'],
  },
  {
    what: 'denials',
    source: 'No warning was issued and no injuries were reported. Lunch was served at noon.',
    right: ['Injuries were not reported.', 'No warning was issued and no injuries were reported.'],
  },
  {
    what: 'denials',
    source:
      'The patch fixed the login error but did not fix the slow search. The museum is open daily except on Mondays. Lunch was served at noon.',
    right: [
      'The search is still slow.',
      'The slow search remains.',
      'The museum does not open on Mondays.',
      'The museum is not open on Mondays.',
      'The patch did not fix the slow search.',
    ],
  },
  {
    what: 'denials',
    source: 'The patch did not fix the slow search. Lunch was served at noon.',
    wrong: ['The patch fixed the slow search.'],
  },
  {
    what: 'denials',
    source: 'The museum is open on Sundays, except in May. Lunch was served at noon.',
    wrong: ['The museum is not open on Sundays.'],
  },
  {
    what: 'denials',
    source: 'The tour is offered without a guide. Lunch was served at noon.',
    wrong: ['The tour is offered with a guide.'],
  },
  {
    what: 'denials',
    source: 'Most of the trees survived the storm. Lunch was served at noon.',
    wrong: ['Most of the trees did not survive the storm.'],
  },
  {
    what: 'denials',
    source: 'Tickets are non-refundable and valid for one year. Lunch was served at noon.',
    wrong: ['The ticket is refundable.'],
  },
  {
    what: 'denials',
    source: 'The museum opens on Tuesdays. Lunch was served at noon.',
    wrong: ['The museum opens on Mondays.'],
  },
]

/** Sources, and what is right by each. */
const pairs: readonly (readonly [source: string, right: string])[] = [
  ['The plane was landed by the pilot. Lunch was served at noon.', 'The plane was landed by the pilot.'],
  ['Typewriters are sold by the firm. Lunch was served at noon.', 'Typewriters are sold by the firm.'],
  ['The minister answered questions. Lunch was served at noon.', 'The minister answered questions.'],
  ['The waiter saw the thief. Lunch was served at noon.', 'The waiter saw the thief.'],
  ['The cook did not see the thief. Lunch was served at noon.', 'The cook did not see the thief.'],
  ['The board accepted the offer. Lunch was served at noon.', 'The board accepted the offer.'],
  ['The court overturned the ruling. Lunch was served at noon.', 'The court overturned the ruling.'],
  ['The match went ahead. Lunch was served at noon.', 'The match went ahead.'],
  ['The invoice has been paid. Lunch was served at noon.', 'The invoice has been paid.'],
  ['The parcel was on time. Lunch was served at noon.', 'The parcel was on time.'],
  ['Dogs may enter the garden. Lunch was served at noon.', 'Dogs may enter the garden.'],
  ['The password is mandatory. Lunch was served at noon.', 'The password is mandatory.'],
  ['The trial proves that rest helps. Lunch was served at noon.', 'The trial proves that rest helps.'],
  ['The appeal was successful. Lunch was served at noon.', 'The appeal was successful.'],
  ['Some data was lost during the outage. Lunch was served at noon.', 'Some data was lost during the outage.'],
  ['Councillor Ortega supported the budget. Lunch was served at noon.', 'Councillor Ortega supported the budget.'],
  ['Caching is enabled by default. Lunch was served at noon.', 'Caching is enabled by default.'],
  ['Several people objected to the proposal. Lunch was served at noon.', 'Several people objected to the proposal.'],
  ['A loan device is free. Lunch was served at noon.', 'A loan device is free.'],
  ['Children under 14 pay 12 euros. Lunch was served at noon.', 'Children under 14 pay 12 euros.'],
  ['Two injuries were reported. Lunch was served at noon.', 'Two injuries were reported.'],
  ['Bob greeted Anna. Lunch was served at noon.', 'Anna did not greet Bob.'],
  ['The minister agreed to answer questions. Lunch was served at noon.', 'The minister did not answer questions.'],
  ['The flat is rented without furniture. Lunch was served at noon.', 'The flat does not come with furniture.'],
  ['The software runs on Fedora. Lunch was served at noon.', 'Fedora runs the software.'],
  ['The crash is not seen on Linux. Lunch was served at noon.', 'It is seen on Windows, not on Linux nor on macOS.'],
  [
    'The board rejected the offer. The board accepted the offer. Lunch was served at noon.',
    'The board accepted the offer.',
  ],
  ['The pilot failed to land the plane at the old airport near Bergen. Lunch was served at noon.', 'The pilot landed.'],
  [
    'The flight was delayed by two hours and did not arrive on time. Lunch was served at noon.',
    'The flight arrived two hours late.',
  ],
  [
    'No children under 12 are admitted without an adult. Lunch was served at noon.',
    'Children under 12 are admitted with an adult.',
  ],
  [
    'Some of the paintings are by Vermeer, most are by his pupils. Lunch was served at noon.',
    'Not all of the paintings are by Vermeer.',
  ],
  [
    'Only a few of the trees survived the storm; most of the shrubs did. Lunch was served at noon.',
    'Most trees did not survive the storm.',
  ],
  ['The boat tour is cancelled because of the waves. Lunch was served at noon.', 'There will be no boat tour.'],
  ['Goggles: out of stock since 3 May. Lunch was served at noon.', 'There have been no goggles since 3 May.'],
  ['Tickets are non-refundable. Lunch was served at noon.', 'The ticket is not refundable.'],
  ['Refunds are given only with a receipt. Lunch was served at noon.', 'Without a receipt there is no refund.'],
  ['Breaking the seal voids the warranty. Lunch was served at noon.', 'Do not break the seal, or the warranty ends.'],
  ['Defects found: 0. Lunch was served at noon.', 'No defects were found.'],
  ['The museum is open Tuesday to Sunday. Lunch was served at noon.', 'The museum is closed on Mondays.'],
]

describe('statements of what is denied', () => {
  testTold(told)
  it.each(pairs)('%s does not contradict: %s', (source, right) => expect(contradictedBy(source, right)).toEqual([]))
})
