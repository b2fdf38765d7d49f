import { describe, expect, it } from 'vitest'
import { contradictedBy } from '../../testing/contradicted'

const contradicted = (output: string, source: string) => contradictedBy(source, output)

const branches = `| Branch | Opened | Staff | Manager | Rating |
|---|---|---|---|---|
| Selby | 2007 | 14 | Nora Quist | 4.6 |
| Thirsk | 2016 | 22 | Abel Stone | 4.1 |
| Malton | 2019 | 9 | Ida Crane | 4.8 |`
const stock = `sku,name,stock,price_eur,supplier
A-10,hex bolt,4200,0.12,Ferrum
A-15,wing nut,310,0.21,Ferrum
B-24,pipe clamp,75,1.80,Dachs`
const hosts = JSON.stringify({
  hosts: [
    { host: 'web-1', cpu: 41, mem: 62, region: 'eu-west', healthy: true },
    { host: 'web-2', cpu: 93, mem: 71, region: 'eu-west', healthy: false },
    { host: 'db-1', cpu: 22, mem: 88, region: 'us-east', healthy: true },
  ],
})
const account = JSON.stringify({
  holder: 'Femi Ade',
  limits: { daily: 2000, monthly: 15000 },
  from: 'Lyon',
  to: 'Turin',
})
const mail =
  'From: Priya Nair\nTo: Tom Ash\nDate: Tue, 14 May 2024\nSubject: Invoice 7731\n\nTom, please send it this week.'
const league = `Team Played Won Drawn Lost Points
Rovers 18 11 4 3 37
Athletic 18 10 5 3 35
Albion 18 3 6 9 15`
const rooms = 'Room | Floor | Projector\nMaple | 1 | yes\nCedar | 2 | yes\nBirch | 2 | no'
const seats = 'Seats were allocated as follows: Greens 31, Liberals 27, Conservatives 44. Turnout rose to 71%.'

describe('contradicts', () => {
  it.each([
    ['the number of another row', 'Malton has 22 staff.', branches, '22'],
    ['the name of another row', 'Malton is managed by Abel Stone.', branches, 'Abel'],
    ['two names of different rows', 'Nora Quist manages the Malton branch.', branches, 'Nora'],
    ['a value of another line of CSV', 'The wing nut costs 1.80 euros.', stock, '1.80 euros'],
    ['a repeated word of another line', 'Hex bolts are supplied by Dachs.', stock, 'Dachs'],
    ['a flag', 'web-2 is healthy.', hosts, 'healthy'],
    ['a denied flag', 'web-1 is unhealthy.', hosts, 'unhealthy'],
    ['another field of the same object', 'db-1 uses 22% of its memory.', hosts, '22%'],
    ['another field of the only object', 'The monthly limit is 2000.', account, '2000'],
    ['exchanged fields', 'It goes from Turin to Lyon.', account, 'Turin'],
    ['a value of an aligned table', 'Albion have 35 points.', league, '35 points'],
  ])('%s', (_what, output, source, text) => {
    expect(contradicted(output, source)).toEqual([text])
  })
})

describe('accepts', () => {
  it.each([
    ['which is cheaper', 'The wing nut is cheaper than the pipe clamp.', stock],
    ['rows that are compared', 'Thirsk has 22 staff, eight more than Selby with 14.', branches],
    ['two rows in one sentence', 'Thirsk has the most staff, 22, and Malton the fewest with nine.', branches],
    ['the difference of two rows', 'The staff of Thirsk is larger than that of Selby by 8.', branches],
    ['the only rows', 'Selby and Thirsk are the only branches without a garden.', branches],
    ['rows of a table without outer lines', 'Maple and Cedar are the only rooms with a projector.', rooms],
    ['a superlative', 'Malton has the highest rating, 4.8.', branches],
    ['a denial', 'Malton is not managed by Abel Stone.', branches],
    ['what another source says', 'Malton has 22 staff.', `${branches}\n\nAfter the merger Malton has 22 people.`],
    ['a question', 'Does Malton have 22 staff?', branches],
    ['values of one line', 'Dachs supplies 75 pipe clamps at 1.80 euros.', stock],
    ['names that differ in a digit', 'web-1 is healthy; web-2 is at 93% and not healthy.', hosts],
    ['some', 'Some hosts are unhealthy.', hosts],
    ['fields in any order', '2000 a day and 15000 a month are the limits of Femi Ade.', account],
    ['the recipient of a mail', 'Priya Nair asked Tom Ash to send it.', mail],
    ['columns in words', 'Rovers won 11 of their 18 games and drew four.', league],
    ['a list in a sentence', 'With 44 seats the Conservatives have 13 more than the Greens.', seats],
  ])('%s', (_what, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})

describe('a superlative of another set than all records', () => {
  const items = JSON.stringify({
    items: [
      { name: 'Mug', price: 20, stock: 0 },
      { name: 'Plate', price: 45, stock: 1 },
      { name: 'Bowl', price: 30, stock: 4 },
    ],
  })
  it.each([
    ['The second cheapest item is the Bowl.', items],
    ['One of the cheapest items is the Bowl.', items],
    ['After the Plate, the Bowl is the most expensive item.', items],
    ['The Bowl is the cheapest item in stock.', items],
    ['Malton has the second-highest number of staff.', branches],
    [
      'Hamburg is the second largest city of Germany.',
      'Berlin is the largest city of Germany with 3.7 million people. Hamburg has 1.9 million people.',
    ],
  ])('is no contradiction: %s', (output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})
