import { expect, it } from 'vitest'
import { changedFields, mergeLists } from './merge-lists'

const letters = (text: string) => text.split('')
const merge = (base: string, mine: string, theirs: string) =>
  mergeLists(letters(base), letters(mine), letters(theirs)).join('')

it.each([
  ['nothing changed', 'ab', 'ab', 'ab', 'ab'],
  ['both added', 'ab', 'abc', 'abd', 'abdc'],
  ['both added the same', 'ab', 'abc', 'abc', 'abc'],
  ['I removed, they added', 'ab', 'a', 'abc', 'ac'],
  ['they removed, I added', 'ab', 'abc', 'b', 'bc'],
  ['they reordered, I added', 'ab', 'abc', 'ba', 'bac'],
  ['I reordered, they added', 'ab', 'ba', 'abc', 'bac'],
  ['both removed all', 'ab', '', '', ''],
])('%s', (_, base, mine, theirs, merged) => {
  expect(merge(base, mine, theirs)).toBe(merged)
})

it('keeps the change of each side to an item, and mine where both changed one', () => {
  const items = (first: string, second: string, third: string) => [
    { key: 'a', label: first },
    { key: 'b', label: second },
    { key: 'c', label: third },
  ]
  const merged = mergeLists(
    items('1', '2', '3'),
    items('mine', '2', 'mine'),
    items('1', 'theirs', 'theirs'),
    (item) => item.key,
  )
  expect(merged).toEqual(items('mine', 'theirs', 'mine'))
})

it.each([
  [{ name: 'A', events: ['x'] }, { name: 'A', events: ['x'] }, {}],
  [{ name: 'B', events: ['x'] }, { name: 'A', events: ['x'] }, { name: 'B' }],
  [{ name: 'A', events: [] }, { name: 'A', events: ['x'] }, { events: [] }],
  [{ name: 'A', price: null }, { name: 'A', price: 2 }, { price: null }],
])('of %j against %j only %j is sent', (edited, start, sent) => {
  expect(changedFields<object>(edited, start)).toEqual(sent)
})
