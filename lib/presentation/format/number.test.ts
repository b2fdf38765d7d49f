import { describe, expect, it } from 'vitest'
import { formatChangeShown } from './fall'
import {
  formatChance,
  formatChange,
  formatCompact,
  formatCost,
  formatCount,
  formatDropChange,
  formatExact,
  formatInterval,
  formatListed,
  formatPercent,
  formatPercentInterval,
  formatPlural,
  formatScore,
  MISSING,
} from './number'

describe('a missing number', () => {
  it.each([formatScore, formatExact, formatChange, formatPercent, formatCount, formatCompact])(
    'is a dash, never a zero (%o)',
    (format) => {
      expect(format(null)).toBe(MISSING)
      expect(format(undefined)).toBe(MISSING)
      expect(format(Number.NaN)).toBe(MISSING)
      expect(format(0)).not.toBe(MISSING)
    },
  )
})

it.each([
  [0.0534, 0.05, '\u22120.053'],
  [0.05, 0.05, '\u22120.05'],
  [0.0496, 0.05, '\u22120.05'],
  [0.17, 0.05, '\u22120.17'],
  [-0.1, 0.05, '+0.10'],
  [0, 0.05, '0.00'],
])('a drop of %f beside a limit of %f is shown on its side of it', (drop, limit, change) => {
  expect(formatDropChange(drop, limit)).toBe(change)
})

it('a change in a row is the difference of two scores as shown', () => {
  expect(formatChangeShown(0.8317, 0.6651)).toBe('\u22120.16')
  expect(formatChangeShown(0.7, 0.7)).toBe('0.00')
  expect(formatChangeShown(null, 0.7)).toBe(MISSING)
})

describe('formatScore', () => {
  it.each([
    [0.8, undefined, '0.80'],
    [0, undefined, '0.00'],
    [1, undefined, '1.00'],
    [0.7962, undefined, '0.80'],
    [0.7962, 0.8, '0.796'],
    [0.79996, 0.8, '0.79996'],
    [0.8, 0.8, '0.80'],
    [0.8 - 1e-12, 0.8, '0.80'],
    [0.604, 0.6, '0.60'],
    [-0.07, undefined, '−0.07'],
    [-0.003, undefined, '0.00'],
  ])('shows %d against %s as %s', (value, threshold, text) => {
    expect(formatScore(value, threshold)).toBe(text)
  })
})

describe('other numbers', () => {
  it('have a sign only if they do not round to zero', () => {
    expect([formatChange(0.04), formatChange(-0.0667), formatChange(0.001), formatChange(-0.001)]).toEqual([
      '+0.04',
      '−0.07',
      '0.00',
      '0.00',
    ])
  })

  it('never round some to none nor most to all', () => {
    expect([0, 0.001, 0.5, 0.999, 1].map(formatPercent)).toEqual(['0%', '<1%', '50%', '>99%', '100%'])
  })

  it('are shown in full on hover', () => {
    expect(formatExact(0.1 + 0.2)).toBe('0.3')
    expect(formatExact(0.0667)).toBe('0.0667')
  })

  it('are short if large', () => {
    expect([842, 12_400, 999_600, 3_100_000, 2_500_000_000].map(formatCompact)).toEqual([
      '842',
      '12.4k',
      '1.00M',
      '3.10M',
      '2.50B',
    ])
    expect([formatPlural(1, 'run'), formatPlural(0, 'run'), formatPlural(1200, 'run')]).toEqual([
      '1 run',
      '0 runs',
      '1,200 runs',
    ])
    expect([formatInterval([0.78, 0.881]), formatInterval(null)]).toEqual(['0.78 to 0.88', MISSING])
  })
})

it('never calls a chance certain', () => {
  expect([0, 1e-20, 0.004, 0.5, 0.999, 1, null].map(formatChance)).toEqual([
    '<1%',
    '<1%',
    '<1%',
    '50%',
    '>99%',
    '>99%',
    '—',
  ])
})

it('calls the end of an interval of shares none or all only if it is', () => {
  const intervals: [number, number][] = [
    [0.61, 0.93],
    [0, 0.2],
    [0.006, 0.049],
    [0.0001, 0.03],
    [0.95, 0.9999],
    [0.93, 1],
  ]
  expect(intervals.map(formatPercentInterval)).toEqual([
    '61 to 93%',
    '0 to 20%',
    '0.6 to 4.9%',
    '0.1 to 3.0%',
    '95.0 to 99.9%',
    '93.0 to 100.0%',
  ])
})

describe('a number at the end of its unit', () => {
  it.each([
    [999_600, '1.00M'],
    [999_499_999_999, '999B'],
    [999_600_000_000, '1.00T'],
    [12_400_000_000_000, '12.4T'],
  ])('%d is %s', (count, text) => expect(formatCompact(count)).toBe(text))

  it.each([
    [0.99994, '$0.9999'],
    [0.99996, '$1.00'],
    [1, '$1.00'],
  ])('%d dollars are %s', (cost, text) => expect(formatCost(cost)).toBe(text))
})

it('says of a list how many of all its rows it shows, unless it shows all', () => {
  expect(formatListed(200, 'newest', 4800)).toBe('The 200 newest of 4,800.')
  expect(formatListed(3, 'newest', 3)).toBe('')
})
