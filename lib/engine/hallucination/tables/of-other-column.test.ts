import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const flights = JSON.stringify([
  {
    flight: 'HAT013',
    date: '2024-05-20',
    seats: { basic_economy: 0, economy: 5, business: 14 },
    prices: { basic_economy: 65, economy: 128, business: 338 },
  },
  {
    flight: 'HAT145',
    date: '2024-05-20',
    seats: { basic_economy: 18, economy: 16, business: 8 },
    prices: { basic_economy: 66, economy: 141, business: 202 },
  },
])
const findings = (output: string, sources = [flights]) =>
  detectHallucinations({ output, sources: sources.map((text, at) => ({ id: `s${at}`, text })) })
    .findings.filter(({ type }) => type !== 'unsupported_claim')
    .map(({ verdict, span }) => `${verdict}: ${span.text}`)

describe('a number of a column among others of one group', () => {
  it.each([
    ['The basic economy fare on HAT013 is $128.', '128'],
    ['Flight HAT013 costs $338 in economy.', '338'],
    ['The basic economy fare on HAT013 is $92.', '92'],
    ['- **Flight HAT145**: basic economy for $65', '65'],
    ['On HAT145, business is priced at $338, basic economy at $66.', '$338'],
  ])('is contradicted where the record has another: %s', (output, value) => {
    expect(findings(output)).toEqual([`contradicted: ${value}`])
  })

  it.each([
    'The basic economy fare on HAT013 is $65.',
    '- **Flight HAT145**: basic economy for $66, economy for $141, business for $202',
    'The economy fare on HAT013 is $128, and $338 in business.',
    'Flight HAT013 has 5 seats in economy.',
    'Business on HAT013 costs $210 more than economy, $338 rather than $128.',
    'Economy on HAT013 and HAT145 costs $128 or $141.',
    'For 2 passengers in basic economy, HAT013 costs $128.',
  ])('is not where it agrees, or is computed: %s', (output) => {
    expect(findings(output).filter((one) => one.startsWith('contradicted'))).toEqual([])
  })

  it('is not where another record of the same name has it', () => {
    const later = JSON.stringify({ flight: 'HAT013', date: '2024-05-21', prices: { basic_economy: 128, economy: 180 } })
    expect(findings('The basic economy fare on HAT013 is $128.', [flights, later])).toEqual([])
  })
})
