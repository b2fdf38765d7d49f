import { describe, expect, it } from 'vitest'
import { leavesOf } from '@/lib/engine/json/diff'
import { DEFAULT_CONFIGURATION } from '@/lib/operations/configuration/levels'
import { readTypes, sharesOf, textsOf, withoutKeys, withPoint, writeTypes } from './draft'
import { fieldsOf } from './fields'
import { draftOf, readDocument } from './read-draft'

const { dependents: _, ...standard } = DEFAULT_CONFIGURATION

describe('draftOf', () => {
  it('has a field for every setting', () => {
    const paths = fieldsOf(true).map(({ path }) => path)
    expect(paths.toSorted()).toEqual(
      [...leavesOf(DEFAULT_CONFIGURATION).keys(), 'quality_gate.requires_tool_calls'].toSorted(),
    )
  })

  it.each([
    [{ ...standard, quality_gate: { quality_threshold: 3.5, requires_tool_calls: { merge: true, test: false } } }],
    [
      {
        quality_assurance: { validation_rules: [], enabled: false, max_rerun_attempts: 0 },
        stratt_weights: { efficiency: 0 },
      },
    ],
    [{}],
  ])('round-trips %j', (config) => {
    expect(draftOf(textsOf(config, true), true)).toEqual({ config, problems: {} })
  })

  it('reports each problem at its field and inherits empty fields', () => {
    const texts = {
      'quality_assurance.quality_threshold': '1.2',
      'judge.retries': 'many',
      'thinking.max_thoughts': ' ',
      'stratt_weights.conformance': '0',
      'stratt_weights.completeness': '0',
      'stratt_weights.efficiency': '0',
    }
    const { problems } = draftOf(texts, false)
    expect(problems).toEqual({
      'judge.retries': 'This is not a number.',
      'quality_assurance.quality_threshold': 'At most 1.',
      stratt_weights: 'Must not all be zero.',
    })
  })
})

describe('sharesOf', () => {
  it.each([
    [
      { a: '1', b: '3' },
      { a: 0.25, b: 0.75 },
    ],
    [
      { a: '0', b: '2' },
      { a: 0, b: 1 },
    ],
    [{ a: '0', b: '0' }, null],
    [{ a: 'x', b: '1' }, null],
    [{ a: '-1', b: '3' }, null],
  ])('of %j', (weights, shares) => {
    expect(sharesOf(weights)).toEqual(shares)
  })
})

it.each([
  ['implement, -design', '{"implement":true,"design":false}'],
  ['', ''],
  [' , - ', ''],
])('round-trips the task types %j', (typed, text) => {
  expect(readTypes(typed)).toBe(text)
  expect(readTypes(writeTypes(text))).toBe(text)
})

describe('readDocument', () => {
  const block = { enabled: true, quality_threshold: 0.9 }

  it('accepts a gaff.json or only its quality_assurance block', () => {
    const read = { quality_assurance: block }
    expect(readDocument(JSON.stringify(read), false)).toEqual({ config: read, wrapped: false })
    expect(readDocument(JSON.stringify(block), false)).toEqual({ config: read, wrapped: true })
    expect(readDocument('', false)).toEqual({ config: {}, wrapped: false })
  })

  it('reports unknown top-level keys, and is valid without them', () => {
    const text = JSON.stringify({ quality_assurance: block, router: {}, agents: [] })
    const read = readDocument(text, false)
    expect(read).toMatchObject({ unknown: ['router', 'agents'] })
    expect(readDocument(withoutKeys(text, ['router', 'agents']), false)).toMatchObject({
      config: { quality_assurance: block },
    })
  })

  it.each([
    ['{', ''],
    ['[]', ''],
    ['{"quality_assurance":{"speed":1}}', 'quality_assurance.speed'],
    ['{"profile":"gaff"}', 'profile'],
  ])('rejects %s at %j', (text, path) => {
    expect(readDocument(text, false)).toMatchObject({ problems: [{ path }] })
  })
})

it.each([
  ['0,5', '0.5'],
  [',25', '.25'],
  ['0,', '0,'],
  ['1,000', '1,000'],
  ['0.5', '0.5'],
])('%j is kept as %j', (typed, kept) => {
  expect(withPoint(typed)).toBe(kept)
})
