import { expect, it } from 'vitest'
import { isShort } from './is-short'

it.each<[what: string, value: unknown, size: number]>([
  ['nothing', undefined, 1],
  ['a number', 12_345, 1],
  ['a text', 'four', 5],
  ['a list, with its values', ['ab', 1], 5],
  ['an object, with its keys and values', { key: 'ab' }, 7],
  ['what is nested', { a: [{ b: 'c' }] }, 7],
  ['bytes', new Uint8Array(10), 11],
])('counts %s, and is short up to exactly that size', (_, value, size) => {
  expect([isShort(value, size - 1), isShort(value, size)]).toEqual([false, true])
})

it('counts more for each value if asked to', () => {
  expect([isShort(['ab', 1], 25, 8), isShort(['ab', 1], 26, 8)]).toEqual([false, true])
})
