import { describe, expect, it } from 'vitest'
import { TokenTable } from '../words/tokens'
import { Vocabulary } from '../words/vocabulary'
import { quantityOf } from './quantities'
import { numbersIn } from './read-numbers'
import { convert, isConversion } from './units'

/** The first quantity of a text, as a token and as a number in digits, which agree. */
function read(text: string) {
  const table = new TokenTable(text, new Vocabulary())
  table.read(0, text.length)
  const token = table.tokens(0, table.size, 0).find(({ number }) => number)?.number
  const [mention] = numbersIn(text)
  const written = mention && quantityOf(mention)
  expect(written?.unit).toBe(token?.unit)
  if (token?.unit !== null) expect(written?.value).toBe(token?.value)
  return `${token?.value} ${token?.unit}`
}

it.each([
  ['It draws 5 kW.', '5 kW'],
  ['It draws 5kW.', '5 kW'],
  ['It draws 5 W.', '5 W'],
  ['It draws 5 MW.', '5 MW'],
  ['It draws 450 mW.', '450 mW'],
  ['It has 3.3 V.', '3.3 V'],
  ['It has 12 mV here.', '12 mV'],
  ['It waits 20 ms.', '20 ms'],
  ['It waits 20 s.', '20 s'],
  ['It waits 30s.', '30 s'],
  ['It waits 3 h, then stops.', '3 h'],
  ['It is kept for 30 d.', '30 day'],
  ['It was 21 °C.', '21 °C'],
  ['It was 21°F.', '21 °F'],
  ['It was 21 degrees Celsius.', '21 °C'],
  ['It costs 45 $.', '45 $'],
  ['It costs $45.', '45 $'],
  ['It costs 45 €.', '45 €'],
  ['It costs 45€/kg.', '45 €'],
  ['It costs CHF 45.', '45 CHF'],
  ['It costs 45 Canadian dollars.', '45 CAD'],
  ['It is 14 in wide.', '14 inch'],
  ['It is 14 in a row.', '14 null'],
  ['It holds with a force of 8 N.', '8 N'],
  ['It lies at 8 N of it.', '8 null'],
  ['It costs ₹45.', '45 ₹'],
  ['It costs 99 ct.', '99 cent'],
  ['It drove 90 km/h.', '90 km/h'],
  ['It drove 90 km per hour.', '90 km/h'],
  ['It fell 25 m/s.', '25 m/s'],
  ['It has 2 m² of room.', '2 m²'],
  ['It has 64 KiB.', '64 kib'],
  ['It has 30 Mbit/s.', '30 mbps'],
  ['It fell by 3 ‰.', '3 ‰'],
  ['It weighs 300 kilograms.', '300 kg'],
])('%s has %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

it.each([
  ['He lives in flat 2 A upstairs.', '2 null'],
  ['It was won by Class 3 B again.', '3 null'],
  ['It was built in the 1990s.', '1990 null'],
  ['He was in his 20s then.', '20 null'],
  ['It is common in the 10 s.', '10 null'],
  ['It is 10x faster.', '10 null'],
  ['It is a 3D model.', '3 null'],
  ['It had 5k views.', '5000 null'],
  ['In 2024 W. Lind joined.', '2024 null'],
  ['It has 12 A-levels.', '12 null'],
  ["It has 12 A's.", '12 null'],
])('the letter in "%s" is no unit', (text, expected) => {
  expect(read(text)).toBe(expected)
})

it('a price in millions is money', () => {
  expect(read('It raised $1.2m then.')).toBe('1200000 $')
})

it.each([
  [20, '°C', '°F', 68],
  [68, '°F', '°C', 20],
  [25, '°C', 'K', 298.15],
  [-40, '°C', '°F', -40],
  [0.3, 't', 'kg', 300],
  [1500, 'm', 'km', 1.5],
  [90, 'km/h', 'm/s', 25],
  [5, '‰', '%', 0.5],
  [99, 'cent', '€', 0.99],
  [5, '€', '$', null],
  [5, 'kW', 'kWh', null],
])('%s %s in %s are %s', (value, from, to, expected) => {
  const converted = convert(value, from, to)
  if (expected === null) expect(converted).toBeNull()
  else expect(converted).toBeCloseTo(expected, 9)
})

describe('a claim in another unit', () => {
  it.each([
    [1.5, 0.1, 'km', 1480, 'm', true],
    [2, 1, 'h', 118, 'min', true],
    [42.2, 0.1, 'km', 26.2, 'mi', true],
    [2048, 1, 'mb', 2, 'gb', true],
    [37, 1, '°C', 98.6, '°F', true],
    [1.5, 0.1, 'km', 1800, 'm', false],
    [20, 1, '°C', 75, '°F', false],
    [0.5, 0.1, 't', 300, 'kg', false],
  ])('%s (by %s) %s is %s %s: %s', (value, step, unit, exact, own, expected) => {
    expect(isConversion({ value, step, unit }, { value: exact, unit: own })).toBe(expected)
  })
})
