import { describe, expect, it } from 'vitest'
import { nest, readAttributes } from './attributes'

describe('nested attributes', () => {
  it.each([
    [
      'a list in numeric order',
      { '10.role': 'c', '2.role': 'b', '0.role': 'a' },
      [{ role: 'a' }, { role: 'b' }, { role: 'c' }],
    ],
    ['a record where one key is no number', { '0.role': 'a', total: 1 }, { 0: { role: 'a' }, total: 1 }],
    ['a record of records', { 'message.role': 'a', 'message.content': 'b' }, { message: { role: 'a', content: 'b' } }],
  ])('become %s', (_, attributes, expected) => {
    expect(nest(Object.entries(attributes))).toEqual(expected)
  })

  it('keep the whole of a key with more levels than any convention has', () => {
    const levels = Array.from({ length: 40 }, (_, level) => `l${level}`)
    let value = nest([[levels.join('.'), 'deep']])
    for (const level of levels.slice(0, 31)) value = Object(value)[level]
    expect(value).toEqual({ [levels.slice(31).join('.')]: 'deep' })
  })
})

describe('attributes that are read', () => {
  it('are taken by the first name that has a value, and all their names count as read', () => {
    const reader = readAttributes({ empty: '', none: null, model: 'm', old: 'o', 'list.0': 'a', rest: 0 })
    expect(reader.take('missing', 'empty', 'none', 'model', 'old')).toBe('m')
    expect(reader.takeUnder('list')).toEqual(['a'])
    expect(reader.takeUnder('absent')).toBeUndefined()
    expect(reader.unread()).toEqual({ rest: 0 })
  })
})
