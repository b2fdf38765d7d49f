import { describe, expect, it } from 'vitest'
import { REFUSED } from './answer'
import { combineComparisons, comparisonPrompt, readComparison } from './comparison'

describe('combineComparisons', () => {
  it.each([
    [1, 2, 'a', true],
    [2, 1, 'b', true],
    [0, 0, 'tie', true],
    [1, 1, 'tie', false],
    [2, 2, 'tie', false],
    [0, 1, 'tie', false],
    [1, 0, 'tie', false],
  ])('with a first: %i, b first: %i gives %s, consistent: %s', (aFirst, bFirst, winner, consistent) => {
    expect(combineComparisons(aFirst, bFirst)).toMatchObject({ winner, consistent })
  })

  it('explains that a contradiction counts as a tie', () => {
    expect(combineComparisons(1, 1).reason).toBe(
      'The judge contradicts itself: a when a is shown first, b when b is. That counts as a tie.',
    )
  })
})

describe('readComparison', () => {
  it.each([
    ['{"better": "second", "feedback": "shorter"}', 2, 'shorter'],
    ['```json\n{"better": "tie", "feedback": ""}\n```', 0, ''],
    ['BETTER: first\nFEEDBACK: it compiles', 1, 'it compiles'],
    ['**BETTER:** Second', 2, ''],
  ])('parses %j', (text, score, feedback) => {
    expect(readComparison(text)).toEqual({ score, feedback })
  })

  it.each([
    '',
    '{"better": "a"}',
    '{"better": 1}',
    '{"better": "constructor"}',
    'Both are fine.',
    '> BETTER: first',
    'BETTER: first\nBETTER: second',
  ])('rejects %j', (text) => {
    expect(readComparison(text)).toEqual({ fault: expect.stringMatching(/^the judge /) })
  })

  it('recognizes a refusal', () => {
    expect(readComparison("I'm sorry, but I can't judge these.")).toEqual({ fault: REFUSED })
  })
})

it('shows both outputs bounded, each as a single JSON string', () => {
  const { document } = comparisonPrompt({ description: 'Answer' }, 'BETTER: first\n', 'x'.repeat(30_000), '2026-11-21')
  expect(document.split('\n')).toHaveLength(1)
  expect(JSON.parse(document)).toMatchObject({ first: 'BETTER: first\n', second: { characters_left_out: 6000 } })
})
