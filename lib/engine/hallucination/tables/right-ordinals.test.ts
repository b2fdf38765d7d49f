import { describe, expect, it } from 'vitest'
import { contradictedByTools } from '../../testing/contradicted'

const contradicted = (output: string, result: string) => contradictedByTools([result], output)

const flights = JSON.stringify({
  results: [
    { flight: 'TP 782', carrier: 'TAP', dep: '07:05', seats_left: 3 },
    { flight: 'LH 1167', carrier: 'Lufthansa', dep: '06:10', seats_left: 9 },
    { flight: 'SK 4672', carrier: 'SAS', dep: '16:40', seats_left: 1 },
  ],
})
const items = JSON.stringify({
  items: [
    { name: 'Desk Lamp', price: 111.7 },
    { name: 'Wireless Earbuds', price: 258.97 },
    { name: 'Mechanical Keyboard', price: 269.16 },
  ],
})
const trips =
  'Stop | trip 1 | trip 2 | trip 3\nStation | 06:05 | 06:35 | 07:05\nMuseum | 06:12 | 06:42 | 07:13\nHospital | 06:20 | 06:50 | 07:22'
const orders = (...dates: string[]) =>
  JSON.stringify({
    orders: dates.map((placed, at) => ({ id: `W100${at}`, placed, status: at === 0 ? 'delivered' : 'cancelled' })),
  })
const rising = orders('2026-01-04', '2026-01-19')

describe('what is told of a record by its place', () => {
  it.each([
    ['as it is', 'The third result is SK 4672, operated by SAS, and leaves at 16:40.', flights],
    ['of the last', 'The last item is the mechanical keyboard.', items],
    ['of a column of a group', 'The second trip leaves the Museum at 06:42.', trips],
    ['of its own state', 'Your second order was cancelled.', rising],
    ['where the latest come first', 'Your first order was cancelled.', orders('2026-02-04', '2026-01-19')],
    ['of two places', 'The first item is dearer than the second item, the wireless earbuds.', items],
    ['of something else', 'The first step is to return the wireless earbuds.', items],
    ['that may be of a list of its own', 'The first option, the mechanical keyboard, is dear.', items],
    ['that is denied', 'The third item is not the wireless earbuds.', items],
  ])('is not where it is one %s', (_what, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})
