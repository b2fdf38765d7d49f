import { expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const flight = (id: string, economy: number) => ({
  flight_number: id,
  origin: 'JFK',
  prices: { economy, business: 3 * economy + 1 },
})
const trips = [
  [flight('HAT136', 152), flight('HAT039', 103)],
  [flight('HAT218', 158), flight('HAT039', 103)],
]
const back = [flight('HAT276', 55), flight('HAT300', 71)]
const doubts = (output: string) =>
  detectHallucinations({ output, toolResults: [JSON.stringify(trips), JSON.stringify(back)] }).findings.flatMap(
    ({ type, span }) => (type === 'unsupported_claim' ? [] : span.text),
  )

it.each([
  ['two records of one list', '1. Flight HAT136 and HAT039\n   - Total Price: $255'],
  ['records of two results', 'Out with HAT218, back with HAT276. The total price in economy is $213.'],
])('a total of %s that are named before it is derived', (_what, output) => {
  expect(doubts(output)).toEqual([])
})

it.each([
  ['of other records than those that are named', '1. Flight HAT136 and HAT039\n   - Total Price: $261', '$261'],
  ['of a price and the number of another field', '1. Flight HAT136 and HAT300\n   - Total Price: $366', '$366'],
])('a total %s is doubted', (_what, output, text) => {
  expect(doubts(output)).toEqual([text])
})
