import { expect, it } from 'vitest'
import { changedFields } from './changed-fields'

it.each([
  [{ name: 'A', events: ['x'] }, { name: 'A', events: ['x'] }, {}],
  [{ name: 'B', events: ['x'] }, { name: 'A', events: ['x'] }, { name: 'B' }],
  [{ name: 'A', events: [] }, { name: 'A', events: ['x'] }, { events: [] }],
  [{ name: 'A', price: null }, { name: 'A', price: 2 }, { price: null }],
])('of %j against %j only %j is sent', (edited, start, sent) => {
  expect(changedFields<object>(edited, start)).toEqual(sent)
})
