import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'
import { plainOf } from './polarity'

const contradicted = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: `${source} Lunch was served at noon.` }] }).findings.some(
    ({ verdict }) => verdict === 'contradicted',
  )

/** Statements with what says the same, and what denies it. */
const statements: readonly (readonly [said: string, same: string, denied: string])[] = [
  ['The pilot failed to land the plane.', 'The pilot could not land the plane.', 'The plane was landed by the pilot.'],
  [
    'The firm no longer sells typewriters.',
    'The firm has stopped selling typewriters.',
    'Typewriters are sold by the firm.',
  ],
  [
    'The minister declined to answer questions.',
    'The minister refused to answer questions.',
    'The minister answered questions.',
  ],
  ['Neither the cook nor the waiter saw the thief.', 'The cook did not see the thief.', 'The waiter saw the thief.'],
  ['Both the cook and the waiter saw the thief.', 'The waiter saw the thief.', 'The cook did not see the thief.'],
  ['The board turned down the offer.', 'The offer was rejected by the board.', 'The board accepted the offer.'],
  ['The court upheld the ruling.', 'The ruling was upheld by the court.', 'The court overturned the ruling.'],
  ['The match was called off.', 'The match was cancelled.', 'The match went ahead.'],
  ['The invoice remains unpaid.', 'The invoice is still to be paid.', 'The invoice has been paid.'],
  ['The parcel arrived late.', 'The parcel was late.', 'The parcel was on time.'],
  ['Dogs are banned from the garden.', 'Dogs are not allowed in the garden.', 'Dogs may enter the garden.'],
  ['The password is optional.', 'The password is not required.', 'The password is mandatory.'],
  [
    'Trams are free; dogs are banned from the garden.',
    'Dogs are not allowed in the garden.',
    'Dogs may enter the garden.',
  ],
  [
    'The trial does not show that rest helps.',
    'The trial does not prove that rest helps.',
    'The trial proves that rest helps.',
  ],
  ['The appeal of the tenant was dismissed.', 'The appeal was unsuccessful.', 'The appeal was successful.'],
  ['No data was lost.', 'No data was lost during the outage.', 'Some data was lost during the outage.'],
  [
    'Councillor Ortega voted against the budget, citing the cost of the depot.',
    'Ortega opposed the budget.',
    'Councillor Ortega supported the budget.',
  ],
  [
    'Caching is off by default and can be enabled per task.',
    'By default caching is disabled.',
    'Caching is enabled by default.',
  ],
  ['Nobody objected to the proposal.', 'No one objected to the proposal.', 'Several people objected to the proposal.'],
  ['A loan device costs 5 euros a day.', 'Loan devices cost 5 euros a day.', 'A loan device is free.'],
  [
    'Admission is 12 euros; children under 14 enter free.',
    'Children under 14 get in for free.',
    'Children under 14 pay 12 euros.',
  ],
  [
    'No warning was issued and no injuries were reported.',
    'Injuries were not reported.',
    'Two injuries were reported.',
  ],
]

describe('a denial in other words', () => {
  it.each(statements)('of "%s" is contradicted, and what says the same is not', (said, same, denied) => {
    expect(contradicted(denied, said)).toBe(true)
    expect(contradicted(same, said)).toBe(false)
  })

  it.each(statements)('is one either way round: "%s"', (said, _same, denied) => {
    expect(contradicted(said, said)).toBe(false)
    expect(contradicted(denied, denied)).toBe(false)
  })

  it.each([
    ['of who does it the other way round', 'Anna did not greet Bob.', 'Bob greeted Anna.'],
    ['of what is only agreed to', 'The minister did not answer questions.', 'The minister agreed to answer questions.'],
    ['of what is there without it', 'The flat does not come with furniture.', 'The flat is rented without furniture.'],
    ['of what a verb without an object tells', 'Fedora runs the software.', 'The software runs on Fedora.'],
    [
      'of one of two, each denied',
      'It is seen on Windows, not on Linux nor on macOS.',
      'The crash is not seen on Linux.',
    ],
    ['with a condition', 'The firm sells typewriters if they are old.', 'The firm no longer sells typewriters.'],
    [
      'of what a later sentence says',
      'The board accepted the offer.',
      'The board rejected the offer. The board accepted the offer.',
    ],
    [
      'of a longer statement',
      'The pilot landed.',
      'The pilot failed to land the plane at the old airport near Bergen.',
    ],
  ])('is none %s', (_what, output, source) => {
    expect(contradicted(output, source)).toBe(false)
  })
})

it.each([
  ['The ferry may run on Sunday.', null],
  ['The ferry runs only on Sunday.', null],
  ['The ferry no longer runs.', false],
  ['The ferry is unable to run.', false],
])('a plain statement is read with its sign: %s', (text, isAffirmed) => {
  expect(plainOf(text)?.isAffirmed ?? null).toBe(isAffirmed)
})

describe('what is done away with, or excepted', () => {
  const source =
    'The patch fixed the login error but did not fix the slow search. The museum is open daily except on Mondays.'

  it.each([
    'The search is still slow.',
    'The slow search remains.',
    'The museum does not open on Mondays.',
    'The museum is not open on Mondays.',
    'The patch did not fix the slow search.',
  ])('agrees with its denial: %s', (output) => {
    expect(contradicted(output, source)).toBe(false)
  })

  it.each([
    ['The patch fixed the slow search.', 'The patch did not fix the slow search.'],
    ['The museum is not open on Sundays.', 'The museum is open on Sundays, except in May.'],
  ])('is contradicted where it is denied itself: %s', (output, denial) => {
    expect(contradicted(output, denial)).toBe(true)
  })
})

describe('two denials of one sentence', () => {
  it.each([
    ['The flight was delayed by two hours and did not arrive on time.', 'The flight arrived two hours late.'],
    ['No children under 12 are admitted without an adult.', 'Children under 12 are admitted with an adult.'],
    ['Some of the paintings are by Vermeer, most are by his pupils.', 'Not all of the paintings are by Vermeer.'],
    ['Only a few of the trees survived the storm; most of the shrubs did.', 'Most trees did not survive the storm.'],
    ['The boat tour is cancelled because of the waves.', 'There will be no boat tour.'],
    ['Goggles: out of stock since 3 May.', 'There have been no goggles since 3 May.'],
    ['Tickets are non-refundable.', 'The ticket is not refundable.'],
    ['Refunds are given only with a receipt.', 'Without a receipt there is no refund.'],
    ['Breaking the seal voids the warranty.', 'Do not break the seal, or the warranty ends.'],
    ['Defects found: 0.', 'No defects were found.'],
    ['The museum is open Tuesday to Sunday.', 'The museum is closed on Mondays.'],
  ])('agree with what follows: %s', (source, output) => {
    expect(contradicted(output, source)).toBe(false)
  })

  it.each([
    ['The tour is offered without a guide.', 'The tour is offered with a guide.'],
    ['Most of the trees survived the storm.', 'Most of the trees did not survive the storm.'],
    ['The flight was delayed by two hours.', 'The flight was on time.'],
    ['Tickets are non-refundable and valid for one year.', 'The ticket is refundable.'],
    ['The museum opens on Tuesdays.', 'The museum opens on Mondays.'],
  ])('differ from a single one: %s', (source, output) => {
    expect(contradicted(output, source)).toBe(true)
  })
})
