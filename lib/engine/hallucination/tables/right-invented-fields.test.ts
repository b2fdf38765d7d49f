import { describe, expect, it } from 'vitest'
import { contradictedByTools } from '../../testing/contradicted'

const contradicted = (output: string, result: string) => contradictedByTools([result], output)

const lights = JSON.stringify({
  items: [
    { name: 'Desk lamp', price: 58.2 },
    { name: 'Wall clock', price: 129.5 },
  ],
})
const trips = JSON.stringify([
  { trip: 'KX083', date: '2024-05-20', price: 290 },
  { trip: 'KX204', date: '2024-05-25', price: 145 },
])
const books = JSON.stringify([
  { title: 'Salt and Ash', pages: 312, price: 18.9 },
  { title: 'The Mill', pages: 198, price: 12.5 },
])
const hosts = 'host,cpu_percent,memory_mb,uptime_days\nweb-1,41,2048,112\nweb-2,88,4096,9\ndb-1,23,16384,301'

describe('contradicts nothing', () => {
  it.each([
    ['of a record that no source has', 'Trip KX083 is $290, and the cheapest other is KX555 for $320.', trips],
    ['that sums the prices of records', 'Both trips cost $435 in total.', trips],
    ['that is only suggested', 'You could sell the wall clock for $99.00.', lights],
    ['of something about a record', 'Changing trip KX083 costs $75.', trips],
    ['of something about a record with "and" in its name', 'Shipping Salt and Ash costs $3.90.', books],
    ['of another time', 'The wall clock was $150.00 before the sale.', lights],
    ['in another unit', 'The uptime of web-1 is 16 weeks.', hosts],
    ['in another unit and other words', 'web-1 has been up for 16 weeks.', hosts],
  ])('%s', (_what, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})
