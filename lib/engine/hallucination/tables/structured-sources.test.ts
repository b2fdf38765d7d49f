import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const findings = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] })
    .findings.filter(({ type }) => type !== 'unsupported_claim')
    .map(({ verdict, span }) => `${verdict}: ${span.text}`)

const wells =
  'time,well,level_m,ph,state\n2025-03-01T06:00,W1,4.2,7.1,ok\n2025-03-01T06:00,W2,6.8,6.9,ok\n2025-03-01T07:00,W1,4.6,7.2,ok\n2025-03-01T07:00,W2,6.1,6.7,leak\n2025-03-01T08:00,W1,4.9,7.4,ok\n2025-03-01T08:00,W2,5.5,6.6,leak'
const settings =
  '[mail]\nport = 2525\nretry_limit = 4\nverify_peer = false\n\n[queue]\nbackend = "sqlite"\nworkers = 3\npaused = true'
const order =
  'No.  Article            Pieces  Each   Sum\n1    Brass hinge         12     3.40   40.80\n2    Door handle         2      19.95  39.90\n3    Threshold strip     1      27.00  27.00'
const chat =
  'lotte  09:14\nthe queue grew to 900, normal is 40\nemil  09:20\nrestarted the consumer\nlotte  09:31\n38 now, thanks'
const shop = 'branch,q1_sales,q2_sales\nHarbour,320,298\nStation,275,301\nMarket,150,166'
const dose = 'Ramipril 2.5 -> 5 mg. Retry cap is 20 s (was 45 s). The pump was replaced on 07/02/25.'
const boats = 'name,weight_kg,length_m\nGannet,410,5.2\nHeron,365,6.1\nTern,290,4.4'
const letter =
  'Hello, I ordered the blue kettle (ref K-12) on 3 May.\nYou sent the red one instead. Please collect it.\nRegards, Ida Holt'
const report = 'The audit of the depot lists 18 trucks, 26 drivers and 4 trailers.'

describe('objects of several results of a tool are one table', () => {
  const booked = [
    '{"reservation":"XEHM4B","cabin":"basic_economy","price":120,"insurance":"no"}',
    '{"reservation":"59XX6W","cabin":"economy","price":98,"insurance":"yes"}',
  ]
  const contradictedOf = (output: string, toolResults: string[]) =>
    detectHallucinations({ output, toolResults }).findings.flatMap(({ verdict, span }) =>
      verdict === 'contradicted' ? span.text : [],
    )

  it.each([
    ['results', booked],
    ['lines', [booked.join('\n')]],
    ['a list', [`[${booked.join()}]`]],
  ])('as %s', (_, results) => {
    expect(contradictedOf('Reservation 59XX6W costs $120.', results)).toEqual(['$120'])
    expect(contradictedOf('Reservation 59XX6W costs $98.', results)).toEqual([])
  })

  // "Insurance" begins like "inactive", and denies nothing.
  it.each([
    ['Reservation 59XX6W has insurance.', []],
    ['Reservation 59XX6W is a ticket without insurance.', ['insurance']],
    ['Reservation XEHM4B is a ticket without travel insurance.', []],
    ['Reservation XEHM4B has travel insurance.', ['insurance']],
    ['Reservation XEHM4B is in Basic Economy.', []],
  ])('%s', (output, found) => expect(contradictedOf(output, booked)).toEqual(found))
})

describe('finds', () => {
  it.each([
    ['a setting that is off, as on', 'Verify peer is enabled.', settings, 'contradicted: enabled'],
    ['a cell between columns of spaces', 'The brass hinge costs 19.95 each.', order, 'contradicted: 19.95'],
  ])('%s', (_what, output, source, found) => {
    expect(findings(output, source)).toContain(found)
  })
})

describe('accepts', () => {
  it.each([
    ['a record that two columns name', 'At 07:00 well W1 had a level of 4.6 m.', wells],
    ['a time of a timestamp', 'At 08:00 the state of W2 was leak.', wells],
    ['a change in a column', 'The level of W1 rose from 4.2 to 4.9 m.', wells],
    ['the highest value', 'The highest ph was 7.4.', wells],
    ['settings', 'The queue is paused, the retry limit is 4, and verify peer is disabled.', settings],
    ['cells between columns of spaces', 'Two door handles cost 39.90, at 19.95 each.', order],
    ['an answer in a chat', 'The queue is down to 38 now.', chat],
    ['the most of a period', 'Harbour had the highest sales in the first quarter, Station in the second.', shop],
    ['the longest by a column of lengths', 'The Heron is the longest.', boats],
    ['a change with an arrow', 'Ramipril was increased from 2.5 to 5 mg.', dose],
    ['a former value', 'The retry cap was lowered from 45 to 20 seconds.', dose],
    ['a date with a year of two digits', 'The pump was replaced on 7 February 2025.', dose],
    ['the one who signs at the end', 'Ida Holt ordered the blue kettle on 3 May.', letter],
    [
      'a number of a list',
      'Section 4.2 stays in force.',
      'Sections 2, 4.2 and 8 stay in force; section 5 does not, except for open orders.',
    ],
    [
      'a day whose month is said before',
      'The demo takes place on 9 June.',
      'kai: the review is on 4 June\nida: and the demo?\nkai: on the 9th',
    ],
    ['what is counted', 'The depot has 18 trucks and 26 drivers.', report],
  ])('%s', (_what, output, source) => {
    expect(findings(output, source)).toEqual([])
  })
})
