import { expect, it } from 'vitest'
import { findTooHeavy } from './first-load'

it.each([
  ['accepts a list within its budget', '/p/[project]/runs', 210_000, 0],
  ['rejects a list over its budget', '/p/[project]/runs', 219_000, 1],
  ['allows one record more than a list', '/p/[project]/runs/[runId]', 219_000, 0],
  ['allows the sign-in page less than a list', '/signin', 210_000, 1],
  ['rejects a page without a budget', '/elsewhere', 1, 1],
])('%s', (_, route, bytes, problems) => {
  expect(findTooHeavy([{ route, bytes }])).toHaveLength(problems)
})
