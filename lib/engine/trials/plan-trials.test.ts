import { expect, it } from 'vitest'
import { planTrials } from './trials'

const named = (plan: { scenario: string }[]) => plan.map(({ scenario }) => scenario)

it.each([
  [['a', 'b'], 3, 0, ['a', 'b', 'a']],
  [['a', 'b'], 3, 3, ['b', 'a', 'b']],
  [['a'], 2, 7, ['a', 'a']],
  [['a', 'b', 'c'], 2, 0, ['a', 'b']],
  [[], 3, 0, []],
  [['a'], 0, 0, []],
])('rotates the scenarios %j: %d more after %d', (scenarios, count, from, expected) => {
  expect(named(planTrials(scenarios, { kind: 'live', count, from }))).toEqual(expected)
})
