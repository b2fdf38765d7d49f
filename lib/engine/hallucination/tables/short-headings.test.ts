import { describe, expect, it } from 'vitest'
import { contradictedByTools } from '../../testing/contradicted'

const rows =
  '1001,Halden,12,240.00,Weaving,shipped\n1002,Ibarra,3,75.50,Dyeing,open\n1003,Jonas,40,620.00,Weaving,cancelled'
const short = `ord,cust,qty,amt,dept,stat\n${rows}`
const long = `order,customer,quantity,amount,department,status\n${rows}`

const contradicted = (output: string, result: string) => contradictedByTools([result], output)

describe.each([
  ['shortened headings', short],
  ['whole headings', long],
])('a record with its own number, below %s', (_headings, table) => {
  it.each([
    ['a number of another', 'The quantity of order 1001 is 40.', '40'],
    ['an amount of another', 'Order 1003 has an amount of 75.50.', '75.50'],
    ['a state of another', 'Order 1002 has the status shipped.', 'shipped'],
    ['a department of another', 'The department of order 1002 is Weaving.', 'Weaving'],
    ['a number of one that a name tells', 'The quantity for Halden is 40.', '40'],
  ])('is contradicted: %s', (_what, output, found) => {
    expect(contradicted(output, table)).toEqual([found])
  })

  it.each([
    ['its own number', 'The quantity of order 1001 is 12.'],
    ['its own state and name', 'Order 1003 of the customer Jonas is cancelled.'],
    ['several', 'Order 1002 of 3 pieces is open, while order 1003 is cancelled.'],
    ['one that it lacks', 'Order 1004 follows order 1003.'],
  ])('is not: %s', (_what, output) => {
    expect(contradicted(output, table)).toEqual([])
  })
})
