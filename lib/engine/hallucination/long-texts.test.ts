import { describe, expect, it } from 'vitest'
import { detectHallucinations } from './detect-hallucinations'
import type { DetectHallucinationsInput } from './material'

const SIZE = 100_000
const prose =
  'The warehouse of the town received 4120 parcels and it was not open to the people. Maria Keller describes the harbour.'
const sources = [{ id: '1', text: prose }]

/** Repeats a text, numbered or the same each time, up to the size. */
function repeated(make: (nth: number) => string, size = SIZE): string {
  const parts: string[] = []
  let length = 0
  for (let nth = 0; length < size; nth++) {
    const part = make(nth)
    parts.push(part)
    length += part.length
  }
  return parts.join('')
}

/** Digits as letters, since words with digits are read as codes. */
const letters = (nth: number) => [...nth.toString()].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')

const slow: [what: string, input: DetectHallucinationsInput][] = [
  ['a link with a run of dots in it', { output: `See http://a.b/${'.'.repeat(SIZE)}a now.` }],
  ['empty lines between two totals', { output: `${prose}\n\nTotal: 5${'\n'.repeat(SIZE)}Total: 6` }],
  ['a word in capitals', { output: `${prose} ${'A'.repeat(SIZE)}`, sources, references: sources }],
  [
    'a capitalized word in a source',
    {
      output: 'The people of the town saw Berlin there.',
      sources: [{ id: '1', text: `${prose} A${'a'.repeat(SIZE)}` }],
    },
  ],
  ['a file in ten thousands of folders', { output: 'Open src/a.ts', files: ['a/'.repeat(SIZE / 2)] }],
  [
    'identifiers that a long source lacks',
    { output: repeated((nth) => `AB_${nth + 1000} `), sources: [{ id: '1', text: '1a'.repeat(2 * SIZE) }] },
  ],
  [
    'names that a source lacks',
    {
      output: `${prose} ${repeated((nth) => `We saw A${letters(nth)} B${letters(nth)} there. `)}`,
      sources: [{ id: '1', text: `${prose} ${repeated((nth) => `The C${letters(nth)} and the `, 4 * SIZE)}` }],
    },
  ],
  [
    'lines of a log',
    {
      output: repeated(
        (nth) => `The worker ${letters(nth)} before the router moved user ${letters(nth + 7)}. `,
        SIZE / 2,
      ),
      sources: [
        {
          id: '1',
          text: repeated((nth) => `10:00:${nth % 60} [router] user=${letters(nth)} moved to ${letters(nth % 99)}\n`),
        },
      ],
    },
  ],
  [
    'records of many results',
    {
      output: repeated((nth) => `User ${letters(nth)} is in room R-${nth % 50}. `, SIZE / 2),
      toolResults: Array.from(
        { length: 900 },
        (_, nth) => `{"user_id":"u-${nth}","name":"${letters(nth)}","room":"R-${nth % 50}","paid":false}`,
      ),
    },
  ],
  [
    'a line of signs',
    {
      output: 'The key is open.',
      sources: [{ id: '1', text: `a: b\n${'-'.repeat(SIZE)}\n${'a.'.repeat(SIZE / 2)}\nc: d` }],
    },
  ],
  [
    'sentences of one letter',
    {
      output: `${prose}${'a. B'.repeat(SIZE / 4)}`,
      sources: [{ id: '1', text: `${prose}${'a. B'.repeat(SIZE / 4)}` }],
    },
  ],
  [
    'a reference to a sentence without end',
    {
      output: `The warehouse of the town was ${repeated((nth) => `${letters(nth)}, and `)}. It saw the warehouse of the people.`,
      sources: [{ id: '1', text: 'It saw the house of the people. The warehouse was of the town.' }],
    },
  ],
]

describe('a text of 100,000 characters', () => {
  it.each(slow)('is read within seconds: %s', (_, input) => {
    const before = process.threadCpuUsage()
    detectHallucinations(input)
    expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000)
  })
})

it('reads sources in which each of thousands of sentences refers back to the one before', () => {
  const text = `${prose} ${repeated((nth) => `It saw ${letters(nth)}. `, 3 * SIZE)}`
  const output = `The people of the town were not in the warehouse. It saw ${letters(16_000)} Berlin.`
  expect(detectHallucinations({ output, sources: [{ id: '1', text }] }).findings.length).toBeGreaterThan(0)
})
