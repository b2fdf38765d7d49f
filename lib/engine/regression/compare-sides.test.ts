import { describe, expect, it } from 'vitest'
import { type ComparedSide, compareEngines, compareProfiles, compareSides } from './compare-sides'

const side = (version: string, overrides: Partial<ComparedSide> = {}): ComparedSide => ({
  version,
  scenarios: ['a', 'b'],
  profiles: ['stratt'],
  weights: ['conformance 0.40'],
  judges: [],
  scores: [0.7, 0.8, 0.9, version === '1' ? 0.6 : 0.5],
  ...overrides,
})

const kinds = (prior: Partial<ComparedSide>, current: Partial<ComparedSide>) =>
  compareSides(side('1', prior), side('2', current)).map((warning) => warning.kind)

describe('compareSides', () => {
  it.each([
    ['identical circumstances give no warning', {}, {}, []],
    ['versions that share some scenarios', {}, { scenarios: ['b', 'c'] }, ['scenarios']],
    ['versions that share no scenario', {}, { scenarios: ['c'] }, ['scenarios']],
    ['versions without named scenarios give no warning', { scenarios: [] }, { scenarios: [] }, []],
    ['versions scored by different profiles', {}, { profiles: ['gaff'] }, ['profile']],
    ['a version with several profiles', { profiles: ['stratt', 'gaff'] }, {}, ['profile']],
    [
      'two versions with the same several profiles',
      { profiles: ['stratt', 'gaff'] },
      { profiles: ['gaff', 'stratt'] },
      ['profile'],
    ],
    ['versions scored with different weights', {}, { weights: ['conformance 0.50'] }, ['weights']],
    ['versions with different judges', { judges: ['one'] }, { judges: ['other'] }, ['judge']],
    ['versions of which only one was judged give no warning', { judges: ['one'] }, {}, []],
    ['versions with copied scores', {}, { scores: [0.9, 0.6, 0.7, 0.8] }, ['copied']],
    ['equal scores of few values are not a copy', { scores: [1, 1, 0] }, { scores: [1, 0, 1] }, []],
    ['a version with a single run', {}, { scores: [0.7] }, ['sample']],
  ])('%s', (_, prior, current, expected) => {
    expect(kinds(prior, current)).toEqual(expected)
  })

  it('names the versions and the difference in the warning', () => {
    const [warning] = compareSides(side('1', { judges: ['one'] }), side('2', { judges: ['other', 'third', 'fourth'] }))
    expect(warning?.text).toBe('1 was judged by one, 2 fourth and 2 others.')
  })
})

describe('compareProfiles', () => {
  it.each([
    [['one'], ['one'], []],
    [[], ['one', 'other'], []],
    [['one'], ['other'], ['1 was scored by the profile one, 2 by other: their scores are not on the same scale.']],
    [
      ['one', 'other'],
      ['other', 'one'],
      [
        'Both versions have runs scored by one and by other: part of the change may come from how many of each there are.',
      ],
    ],
    [
      ['one'],
      ['other', 'one'],
      ['1 was scored by the profile one, 2 by one and other: their scores are not on the same scale.'],
    ],
  ])('%j and %j', (before, after, expected) => {
    const warnings = compareProfiles({ version: '1', profiles: before }, { version: '2', profiles: after })
    expect(warnings.map((warning) => warning.text)).toEqual(expected)
  })
})

describe('compareEngines', () => {
  const text = (before: string[], after: string[]) =>
    compareEngines({ version: '1', engines: before }, { version: '2', engines: after }).map((warning) => warning.text)

  it.each([
    [['1.8.0'], ['1.8.0'], []],
    [['1.8.0', '1.9.0'], ['1.9.0', '1.8.0'], []],
    [[], ['1.8.0'], []],
    [
      ['1.8.0'],
      ['1.30.0'],
      ['1 was scored by engine 1.8.0, 2 by engine 1.30.0: part of the change may come from the engine.'],
    ],
    [
      ['1.8.0'],
      ['1.8.0', '1.9.0'],
      ['1 was scored by engine 1.8.0, 2 by engine 1.8.0 and 1.9.0: part of the change may come from the engine.'],
    ],
  ])('%j and %j', (before, after, expected) => {
    expect(text(before, after)).toEqual(expected)
  })
})
