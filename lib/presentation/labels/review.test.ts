import { expect, it } from 'vitest'
import { apartTitle, comparedText, seenSameText } from './review'

it('tells agreement with a verdict in sight from agreement', () => {
  expect(seenSameText({ n: 11, of: 12, share: 11 / 12, interval: [0.65, 0.99] })).toBe(
    'On 11 of 12 runs everyone gave the same verdict (92%, 65 to 99%). This is how often people went along, not how far they agree by themselves.',
  )
  expect(seenSameText({ n: 1, of: 1, share: 1, interval: [0.2, 1] })).toMatch(
    /^On 1 of 1 run everyone gave the same verdict\./,
  )
})

it('says on how many runs, or steps of runs, answers were compared', () => {
  const same = { n: 79, of: 154, share: 79 / 154, interval: null }
  expect(comparedText({ of: 'step', runs: 77, same })).toBe('154 steps of 77 runs')
  expect(comparedText({ of: 'run', runs: 1, same: { ...same, of: 1 } })).toBe('1 run')
})

it('says so where a count opens to fewer runs than it counts', () => {
  expect(apartTitle({ runs: 2, runIds: ['a', 'b'] })).toBe('Opens the runs they disagree on')
  expect(apartTitle({ runs: 60, runIds: ['a', 'b'] })).toBe('Opens the newest 2 of the runs they disagree on')
})
