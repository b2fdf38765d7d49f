import { expect, it } from 'vitest'
import { checkCompleteness } from '../quality-check/check-completeness'
import { checkContract } from '../trace/check-contract'
import { isLargeInteger, numberOf, withRoundedIntegers } from './large-integers'

const ID = '1234567890123456789'

it('digits of whole numbers beyond 2^53 are told from other text', () => {
  expect([ID, `-${ID}`, '9007199254740992', '9'.repeat(400)].filter(isLargeInteger)).toHaveLength(4)
  const others = ['9007199254740991', `0${ID}`, `${ID}x`, ` ${ID}`, `${ID}.0`, '', Number(ID), null]
  expect(others.filter(isLargeInteger)).toEqual([])
  expect([5, ID, '5', null].map(numberOf)).toEqual([5, Number(ID), null, null])
})

it('they are rounded where they stand, and nothing is copied without one', () => {
  const value = { list: [ID, 'x', { id: ID }], same: { a: '1' } }
  expect(withRoundedIntegers(value)).toEqual({ list: [Number(ID), 'x', { id: Number(ID) }], same: { a: '1' } })
  const plain = { list: [1, { a: '12' }], text: null }
  expect(withRoundedIntegers(plain)).toBe(plain)
})

it.each([
  [{ type: 'integer' }, true],
  [{ type: 'number', minimum: 0, maximum: Number('9223372036854775807') }, true],
  [{ type: 'string', pattern: '^[0-9]+$' }, true],
  [{ const: Number(ID) }, true],
  [{ const: ID }, true],
  [{ type: 'integer', maximum: 1000 }, false],
  [{ type: 'boolean' }, false],
  [{ const: '1234567890123456788' }, false],
])('a contract that wants %j of them holds: %s', (schema, holds) => {
  const { conformance, errors } = checkContract({ id: ID }, { schema: { properties: { id: schema } } })
  expect(conformance).toBe(holds)
  expect(errors).toHaveLength(holds ? 0 : 1)
})

it('a contract that is broken elsewhere names only that', () => {
  const schema = { properties: { id: { type: 'integer' }, name: { type: 'string' } } }
  const { errors } = checkContract({ id: ID, name: 5 }, { schema })
  expect(errors.map(({ path }) => path)).toEqual(['$.name'])
  expect(checkContract({ id: ID, name: ID }, { schema }).conformance).toBe(true)
})

it('they have the types of a whole number and of text', () => {
  const required_types = { a: 'integer', b: 'number', c: 'string', d: 'boolean' }
  const execution_result = { a: ID, b: ID, c: ID, d: ID }
  const { type_mismatches } = checkCompleteness({ execution_result, required_outputs: { required_types } })
  expect(type_mismatches).toEqual([{ field: 'd', expected: 'boolean', actual: 'string' }])
})
