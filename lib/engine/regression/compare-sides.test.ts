import { describe, expect, it } from 'vitest'
import { type ComparedSide, compareSides } from './compare-sides'

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

describe('two versions', () => {
  it.each([
    ['of the same make raise no doubt', {}, {}, []],
    ['that share some scenarios', {}, { scenarios: ['b', 'c'] }, ['scenarios']],
    ['that share no scenario', {}, { scenarios: ['c'] }, ['scenarios']],
    ['without named scenarios raise no doubt of them', { scenarios: [] }, { scenarios: [] }, []],
    ['scored by other profiles', {}, { profiles: ['gaff'] }, ['profile']],
    ['of which one mixes profiles', { profiles: ['stratt', 'gaff'] }, {}, ['profile']],
    ['scored with other weights', {}, { weights: ['conformance 0.50'] }, ['weights']],
    ['judged by others', { judges: ['one'] }, { judges: ['other'] }, ['judge']],
    ['of which only one was judged say nothing of the judge', { judges: ['one'] }, {}, []],
    ['with copied scores', {}, { scores: [0.9, 0.6, 0.7, 0.8] }, ['copied']],
    ['with equal scores of few values are no copy', { scores: [1, 1, 0] }, { scores: [1, 0, 1] }, []],
    ['with a single run', {}, { scores: [0.7] }, ['sample']],
  ])('%s', (_, prior, current, expected) => {
    expect(kinds(prior, current)).toEqual(expected)
  })

  it('are named in the doubt, with what differs', () => {
    const [warning] = compareSides(side('1', { judges: ['one'] }), side('2', { judges: ['other', 'third', 'fourth'] }))
    expect(warning?.text).toBe('1 was judged by one, 2 fourth and 2 others.')
  })
})
