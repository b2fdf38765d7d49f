import { describe } from 'vitest'
import { testTold } from '../../testing/contradicted'

const booking = JSON.stringify({
  id: 'K7RQ2X',
  guests: [
    { name: 'Ada Brandt', dob: '1981-05-26' },
    { name: 'Tom Reuter', dob: '1990-12-03' },
    { name: 'Ruth Adler', dob: '1954-01-14' },
  ],
  flights: [
    { flight_number: 'NL214', date: '2026-05-13', price: 137 },
    { flight_number: 'NL045', date: '2026-05-14', price: 98 },
    { flight_number: 'NL390', date: '2026-05-15', price: 171 },
  ],
})

describe('which of several records is first', () => {
  testTold([
    {
      what: 'by date and price',
      source: booking,
      right: [
        'Ruth Adler is the oldest of the three guests.',
        'The cheapest flight is NL045.',
        'NL214 is more expensive than NL045.',
        'Tom Reuter is younger than Ada Brandt.',
        'Of the three guests, Tom Reuter is the youngest.',
        // Under a condition that the records do not tell of.
        'The cheapest direct flight is NL390.',
        'The cheapest flight is NL390 if you need a bag.',
        'For five people, NL390 is the cheapest.',
        'Tom Reuter is the oldest of the new members.',
        'Tom Reuter is the oldest of the two travelling children.',
        'Tom Reuter is the oldest of the two children.',
        'Is Tom Reuter the oldest of the three?',
        'Tom Reuter is not the oldest.',
      ],
      wrong: [
        'Tom Reuter is the oldest of the three guests.',
        'Of the three guests, Ruth Adler is the youngest.',
        'The cheapest flight is NL390, on May 15.',
        'NL045 is the most expensive flight.',
        'NL045 is more expensive than NL214.',
        'Ada Brandt is younger than Tom Reuter.',
      ],
    },
  ])
})
