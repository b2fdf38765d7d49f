import { expect, it } from 'vitest'
import { holdsMoreThan } from './holds-more-than'

it.each<[unknown, number]>([
  [null, 1],
  ['text', 1],
  [[], 1],
  [[1, 2, 3], 4],
  [{ a: [null, {}], b: 'x' }, 5],
])('counts %j as %d', (value, count) => {
  expect(holdsMoreThan(value, count)).toBe(false)
  expect(holdsMoreThan(value, count - 1)).toBe(true)
})
