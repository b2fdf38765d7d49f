import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withRoundedIntegers } from '@/lib/engine/json/large-integers'
import { quoteLargeIntegers, takeValues } from './exact-json'
import { parseEmbedded } from './json'

const ID = '1234567890123456789'

describe('whole numbers beyond 2^53 in JSON text', () => {
  it.each([
    [`{"id": ${ID}}`, { id: ID }],
    [`[-${ID},${ID}]`, [`-${ID}`, ID]],
    [`[\n${ID}\t]`, [ID]],
    [`{"a":\n-${ID}}`, { a: `-${ID}` }],
    [ID, ID],
    ['9007199254740991', 9007199254740991],
    ['[9007199254740992, 9007199254740993]', [9007199254740992, '9007199254740993']],
    ['1152921504606846976', '1152921504606846976'],
    ['[1732960000000000]', [1732960000000000]],
    [`[0.${ID}, 1e-1234567890123456, ${ID}.5, ${ID}e2]`, JSON.parse(`[0.${ID}, 0, ${ID}.5, ${ID}e2]`)],
    [`{"${ID}": "order ${ID}, \\"${ID}\\" \\\\"}`, { [ID]: `order ${ID}, "${ID}" \\` }],
    [`["\\u0041${ID}", "\\\\", ${ID}]`, [`A${ID}`, '\\', ID]],
  ])('of %s keep their digits', (text, value) => {
    expect(JSON.parse(quoteLargeIntegers(text))).toEqual(value)
  })

  it('are all that is changed', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 0, max: 2 }), (text, indent) => {
        const value: unknown = JSON.parse(text)
        const quoted = quoteLargeIntegers(JSON.stringify(value, null, indent))
        expect(withRoundedIntegers(JSON.parse(quoted))).toEqual(withRoundedIntegers(value))
      }),
    )
  })

  it('make no JSON of what is none', () => {
    for (const text of [`[0${ID}]`, `[${ID}x]`, `[+${ID}]`, `{${ID}`, `["${ID}]`])
      expect(() => JSON.parse(quoteLargeIntegers(text))).toThrow()
  })

  it('keep their digits in text that is JSON as a whole', () => {
    expect(parseEmbedded(`{"order_id": ${ID}, "note": "${ID}"}`)).toEqual({ order_id: ID, note: ID })
  })
})

it('values are taken from the same places of another value', () => {
  const target = { a: 1, list: [{ in: 1, out: 2 }, null, { in: 3 }], deep: { b: 4 } }
  const source = { a: 'x', list: [{ in: 'i', out: 'o' }, null, { in: 'j' }], deep: { b: 'y' }, new: 'z' }
  takeValues(target, source, ['list.*.in', 'deep.b', 'new', 'a.b', 'deep.*.c'])
  expect(target).toEqual({ a: 1, list: [{ in: 'i', out: 2 }, null, { in: 'j' }], deep: { b: 'y' } })
})
