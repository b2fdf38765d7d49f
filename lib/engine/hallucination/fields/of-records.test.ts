import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

/** The findings of an output that is JSON, as "verdict: span". */
const found = (output: unknown, source: unknown) =>
  detectHallucinations({
    output: JSON.stringify(output),
    sources: [{ id: 's', text: typeof source === 'string' ? source : JSON.stringify(source) }],
  }).findings.map(({ verdict, span }) => `${verdict}: ${span.text}`)

const booking = {
  booking_id: 'K7RQ2X',
  user_id: 'ada_6699',
  cabin: 'economy',
  insurance: 'no',
  total_baggages: 1,
  flights: [
    { flight_number: 'NL214', origin: 'HAM', destination: 'OSL', price: 137, prices: { economy: 137, business: 402 } },
    { flight_number: 'NL045', origin: 'OSL', destination: 'TRD', price: 171, prices: { economy: 171, business: 356 } },
  ],
  passengers: [
    { first_name: 'Ada', last_name: 'Brandt', dob: '1981-05-26' },
    { first_name: 'Tom', last_name: 'Reuter', dob: '1990-12-03' },
  ],
  vouchers: { v_31: { id: 'v_31', amount: 31 }, v_77: { id: 'v_77', kind: 'gift', amount: 77 } },
}
const orders = `order_id,customer,status,amount
#1001,Ada Brandt,completed,150.00
#1002,Tom Reuter,pending,50.00
#1003,Ruth Adler,completed,75.00`
const right = {
  code: 'K7RQ2X',
  user: 'ada_6699',
  insured: false,
  class: 'economy',
  baggage: { total: 1 },
  legs: [
    { flight: 'NL214', fare: 137 },
    { flight: 'NL045', fare: 171 },
  ],
  travellers: [
    { name: 'Ada Brandt', birthDate: '1981-05-26' },
    { name: 'Tom Reuter', birthDate: '1990-12-03' },
  ],
  prices_business: { NL214: 402, NL045: 356 },
  fare_per_person: 308,
  passenger_count: 2,
  voucher_value: 108,
}

describe('a JSON output beside records', () => {
  it('is right under other names, in other forms, with totals and counts', () => {
    expect(found(right, booking)).toEqual([])
    expect(found([{ order: 1001, client: 'Ada Brandt', net: 150 }], orders)).toEqual([])
  })

  it.each([
    ['a number of another record', { legs: [{ flight: 'NL214', fare: 171 }] }, '171'],
    ['a date of another record', { travellers: [{ name: 'Tom Reuter', birthDate: '1981-05-26' }] }, '1981-05-26'],
    ['another number for the record that its key names', { prices_business: { NL214: 356, NL045: 356 } }, '356'],
    ['a yes to what the only record denies', { insured: true }, 'true'],
    ['another number under the name of a field and what contains it', { baggage: { total: 2 } }, '2'],
    ['more records than the list has', { passenger_count: 3 }, '3'],
  ])('is contradicted by %s', (_, change, text) => {
    expect(found({ ...right, ...change }, booking)).toEqual([`contradicted: ${text}`])
  })

  it('is contradicted by a name of another order, and by a number of orders with a status', () => {
    expect(found([{ order: 1003, client: 'Tom Reuter', net: 75 }], orders)).toEqual(['contradicted: Tom Reuter'])
    const counted = { ids: ['#1001', '#1002', '#1003'], by_status: { completed: 1, pending: 1 } }
    expect(found(counted, orders)).toEqual(['contradicted: 1'])
  })

  it('is doubted by another word, which may be the same in other words', () => {
    expect(found({ ...right, class: 'business' }, booking)).toEqual(['unverifiable: business'])
  })

  it('is contradicted by what tools returned of another record, unless the run may have changed it', () => {
    const tickets = [
      { id: 'T-1', owner: 'Ada', status: 'open', hours: 31 },
      { id: 'T-2', owner: 'Tom', status: 'closed', hours: 47 },
    ]
    const told = (output: object) =>
      detectHallucinations({ output: JSON.stringify(output), toolResults: [JSON.stringify(tickets)] }).findings
    const contradicted = (output: object) => told(output).filter(({ verdict }) => verdict === 'contradicted')
    expect(contradicted({ ticket: 'T-1', spent: 47, status: 'open' })).toMatchObject([{ span: { text: '47' } }])
    expect(contradicted({ ticket: 'T-1', spent: 31, status: 'closed' })).toEqual([])
  })

  it.each([
    ['a number in another unit', { legs: [{ flight: 'NL214', fare: 13_700 }] }],
    ['a number for several', { legs: [{ flight: 'NL214', fare: 274, passengers: 2 }] }],
    ['two records together', { cheapest: 'NL214', dearest: 'NL045', difference: 34 }],
    ['a number of an order, which counts nothing', { order_number: 3 }],
    ['a price by cabin, which counts nothing', { cabin: { economy: 137 } }],
    ['a denied name', { no_insurance: true }],
  ])('is not contradicted by %s', (_, change) => {
    const { legs, insured, ...rest } = right
    expect(found({ ...rest, ...change }, booking).filter((one) => one.startsWith('contradicted'))).toEqual([])
  })

  it('may compute an age and a length of time', () => {
    const source =
      'Marilyn Monroe (June 1, 1926 - August 5, 1962) starred in Niagara. Running time: 1h 32m, budget $1.25 million.'
    const output = { name: 'Marilyn Monroe', born: '1926-06-01', film: 'Niagara', age: 36, runtime_min: 92 }
    expect(found(output, source)).toEqual([])
    expect(found({ ...output, age: 38, runtime_min: 132 }, source)).toEqual(['unverifiable: 38', 'unverifiable: 132'])
  })

  it('is not graded like a sentence', () => {
    const tasks = {
      tasks: [
        { title: 'Draft', owner: null },
        { title: 'Review', owner: null },
      ],
      open: true,
    }
    expect(found(tasks, 'The two tasks are a draft and its review; nobody owns them yet, and both are open.')).toEqual(
      [],
    )
  })
})
