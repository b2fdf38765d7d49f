import { expect, it } from 'vitest'
import { findTooHeavy } from './first-load'

it.each([
  ['a list within its budget', '/p/[project]/runs', 210_000, 0],
  ['a list over it', '/p/[project]/runs', 219_000, 1],
  ['one record may be heavier than a list', '/p/[project]/runs/[runId]', 219_000, 0],
  ['the page before anybody is signed in is lighter', '/signin', 210_000, 1],
  ['a page that nobody gave a budget', '/elsewhere', 1, 1],
])('%s', (_, route, bytes, problems) => {
  expect(findTooHeavy([{ route, bytes }])).toHaveLength(problems)
})
