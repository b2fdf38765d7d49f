import { expect, it } from 'vitest'
import { prepareSettling } from './prepare-trial-progress'

const odds = (runsToSettle: number | null) => ({ runsToSettle })

it.each([
  ['has too few runs for a verdict', 1, odds(9), { count: 2, words: 'A verdict takes 2 more live runs of 1.1.0.' }],
  ['has no runs', 0, null, { count: 3, words: 'A verdict takes 3 more live runs of 1.1.0.' }],
  [
    'is inconclusive',
    3,
    odds(1),
    { count: 1, words: 'About 1 more live run of 1.1.0, and as many of 1.0.0, would settle it.' },
  ],
  ['is settled', 3, odds(0), null],
  ['will not be settled by more runs', 30, odds(null), null],
])('returns the missing runs of a version that %s', (_words, n, known, expected) => {
  expect(prepareSettling({ version: '1.1.0', prior: '1.0.0', minLiveRuns: 3, n, odds: known })).toEqual(expected)
})
