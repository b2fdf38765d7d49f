import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listOf, queryInt } from './primitives'

describe('a list of a query or a body', () => {
  const list = listOf(z.enum(['audit', 'disputed']))

  it.each([
    ['a list', ['audit', 'disputed'], ['audit', 'disputed']],
    ['a text with commas', 'audit,disputed', ['audit', 'disputed']],
    ['nothing', undefined, undefined],
    ['an empty text', '', undefined],
    ['an empty list', [], undefined],
  ])('takes %s', (_, given, expected) => {
    expect(list.parse(given)).toEqual(expected)
  })

  it.each([
    ['an object', { audit: true }],
    ['an object that has no text', { toString: 1 }],
    ['null', null],
    ['a number', 7],
  ])('refuses %s with an issue', (_, given) => {
    expect(list.safeParse(given)).toMatchObject({ success: false })
  })
})

describe('a number of a query or a body', () => {
  const number = queryInt(0, 100)

  it.each([
    ['a number', 7, 7],
    ['its text', '7', 7],
    ['zero', '0', 0],
  ])('takes %s', (_, given, expected) => {
    expect(number.parse(given)).toBe(expected)
  })

  it.each([
    ['an empty text', ''],
    ['blanks', ' '],
    ['null', null],
    ['a boolean', true],
    ['a list', [7]],
    ['an object that has no text', { toString: 1 }],
    ['a word', 'seven'],
  ])('refuses %s, which is no number', (_, given) => {
    expect(number.safeParse(given)).toMatchObject({ success: false })
  })
})
