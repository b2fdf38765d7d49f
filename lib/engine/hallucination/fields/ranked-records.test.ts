import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const flights = [
  { flight_number: 'NL214', departs: '06:10', seats: 9, prices: { economy: 137, business: 402 }, status: 'available' },
  { flight_number: 'NL045', departs: '11:30', seats: 2, prices: { economy: 98, business: 455 }, status: 'available' },
  { flight_number: 'NL390', departs: '19:05', seats: 6, prices: { economy: 171, business: 356 }, status: 'delayed' },
]
const guests = {
  id: 'K7RQ2X',
  guests: [
    { name: 'Ada Brandt', dob: '1981-05-26' },
    { name: 'Tom Reuter', dob: '1990-12-03' },
  ],
  vouchers: [
    { id: 'v_31', kind: 'gift', amount: 31, priority: 1 },
    { id: 'v_77', kind: 'gift', amount: 77, priority: 3 },
    { id: 'v_90', kind: 'travel', amount: 90, priority: 2 },
  ],
}

/** The findings of an output that is JSON, as "verdict: span". */
const found = (output: unknown, source: unknown) =>
  detectHallucinations({
    output: JSON.stringify(output),
    sources: [{ id: 's', text: JSON.stringify(source) }],
  }).findings.map(({ verdict, span }) => `${verdict}: ${span.text}`)

describe('the first of several records in a JSON output', () => {
  it.each([
    [{ cheapest_economy: 'NL045', cheapestBusiness: 'NL390' }, flights],
    [{ earliest_departure: 'NL214', latest_flight: 'NL390' }, flights],
    [{ lowest_economy_fare: 98, highest_economy_fare: 171 }, flights],
    [{ most_expensive_business: { flight: 'NL045', price: 455 } }, flights],
    [{ oldest_guest: 'Ada Brandt', youngest: 'Tom Reuter' }, guests],
    [{ largest_gift_voucher: 'v_77', smallest_voucher: 'v_31' }, guests],
    [{ highest_priority: 'v_31', expensive: 'v_31' }, guests],
    [{ cheapest_direct_economy: 'NL390', cheapest: { flight: 'NL390', status: 'delayed' } }, flights],
    [{ cheapest: 'NL045', dearest: 'NL045' }, flights],
  ])('is right: %j', (output, source) => {
    expect(found(output, source)).toEqual([])
  })

  it.each([
    [{ cheapest_economy: 'NL390' }, flights, 'NL390'],
    [{ least_expensive_economy: { flight: 'NL390' } }, flights, 'NL390'],
    [{ earliest_flight: 'NL390', latest_departure: 'NL390' }, flights, 'NL390'],
    [{ highest_business_fare: 356 }, flights, '356'],
    [{ oldest_guest: 'Tom Reuter' }, guests, 'Tom Reuter'],
    [{ youngerGuest: 'Ada Brandt' }, guests, 'Ada Brandt'],
    [{ largest_gift_voucher: 'v_31' }, guests, 'v_31'],
    [{ guests: 3 }, guests, '3'],
    [{ total_flights: 4 }, flights, '4'],
  ])('is contradicted: %j', (output, source, text) => {
    expect(found(output, source)).toEqual([`contradicted: ${text}`])
  })

  it('is doubted where another comes before it that may have been left out for a reason', () => {
    expect(found({ seats_needed: 5, cheapest_economy: 'NL214' }, flights)).toEqual(['unverifiable: NL214'])
  })
})

it('takes the number of all for right beside a page of a list', () => {
  expect(found({ total_flights: 57, shown: 3 }, { total: 57, flights })).toEqual([])
})
