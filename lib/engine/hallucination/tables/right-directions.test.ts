import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const flights = JSON.stringify([
  { flight_number: 'HAT069', origin: 'JFK', destination: 'SEA', price: 121 },
  { flight_number: 'HAT083', origin: 'BOS', destination: 'MCO', price: 100 },
  { flight_number: 'HAT084', origin: 'MCO', destination: 'BOS', price: 104 },
])
const findings = (output: string, toolResult = flights) =>
  detectHallucinations({ output, toolResults: [toolResult] })
    .findings.filter(({ verdict }) => verdict === 'contradicted')
    .map(({ span }) => span.text)

describe('from one place to another', () => {
  it.each([
    ['as it is', 'Flight HAT069 goes from JFK to SEA.'],
    ['by the names of the places', 'Flight HAT069 goes from New York to Seattle.'],
    ['that another record has', 'With HAT083 you fly from MCO to BOS and back.'],
    ['of no record', 'We change the date from May to June.'],
  ])('%s is not', (_what, output) => {
    expect(findings(output)).toEqual([])
  })

  it('may be a part of the record that is named', () => {
    const reservation = JSON.stringify({
      reservation_id: 'NM1VX1',
      origin: 'MSP',
      destination: 'EWR',
      flights: [
        { origin: 'MSP', destination: 'EWR', flight_number: 'HAT300' },
        { origin: 'EWR', destination: 'MSP', flight_number: 'HAT208' },
      ],
    })
    expect(findings('Reservation NM1VX1 has flight HAT208 from EWR to MSP.', reservation)).toEqual([])
  })
})
