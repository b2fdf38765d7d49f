import { expect, it } from 'vitest'
import { hasWords, markWords, rankWords, startNearWord } from './mark-words'

const marked = (text: string, wanted: string) =>
  markWords(text, wanted).flatMap((part) => (part.isMarked ? part.text : []))

it.each([
  ['The Refund was granted', 'refund gra', ['Refund', 'gra']],
  ['a refund (SH-0047)', 'sh-0047', ['SH', '0047']],
  ['granted, not denied', 'granted -denied', ['granted']],
  ['granted in full', '"in full" -"not granted"', ['in', 'full']],
  ['disgrace', 'grace', []],
  ['anything', '%%', []],
])('marks in %j by %j', (text, wanted, words) => {
  expect(marked(text, wanted)).toEqual(words)
  expect(
    markWords(text, wanted)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

it('cuts an excerpt so that the word is visible', () => {
  const excerpt = 'a long way before anything is said of the refund that was asked for'
  expect(startNearWord(excerpt, 'refund')).toBe('…said of the refund that was asked for')
  expect(startNearWord('the refund', 'refund')).toBe('the refund')
  expect(startNearWord('nothing', 'refund')).toBe('nothing')
})

it.each([
  ['Zoë Müller zoe@example.test', 'muller zoe', true],
  ['Zoë Müller zoe@example.test', 'ZOË', true],
  ['Zoë Müller zoe@example.test', '', true],
  ['Zoë Müller zoe@example.test', 'zoe smith', false],
])('%j has the words %j: %j', (text, typed, expected) => {
  expect(hasWords(text, typed)).toBe(expected)
})

it.each([
  ['go Failures', 'fail', 1],
  ['project Order receipts', 'rece', 1],
  ['project Order receipts', 'ceipt', 0.5],
  ['project Order receipts', 'receipts der', 0.5],
  // Its letters occur in this order.
  ['project Receiving partners', 'receipt', 0],
  ['project Order receipts', 'receipts refunds', 0],
])('%j is rated for %j: %j', (text, typed, expected) => {
  expect(rankWords(text, typed)).toBe(expected)
})
