import { expect, it } from 'vitest'
import { formatChangeInterval } from './change-interval'

it.each<[[number, number], string]>([
  [[-0.2, -0.003], '−0.200 to −0.003'],
  [[-0.2, -0.000_001], '−0.2000 to 0.0000'],
  [[-0.2, 0], '−0.20 to 0.00'],
  [[-0.2, 0.003], '−0.20 to 0.00'],
  [[-0.2, 0.03], '−0.20 to +0.03'],
  [[0.0002, 0.1], '+0.0002 to +0.1000'],
])('the interval of a change shows whether it contains no change: %j as %s', (interval, shown) => {
  expect(formatChangeInterval(interval)).toBe(shown)
})
