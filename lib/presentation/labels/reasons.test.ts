import { expect, it } from 'vitest'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { reasonsOf } from './reasons'

const node = (id: string, failure: object | null = null) => ({
  id,
  name: null,
  status: failure ? 'failed' : 'completed',
  failure,
})
const detail = (more: object): RunDetail =>
  ({ run: { profile: 'gaff' }, nodes: [node('a')], error: null, issues: [], signals: [], scores: [], ...more }) as never
const signal = (evaluator: string, value: number) => ({ evaluator, value, inForce: true })
const told = (more: object) => reasonsOf(detail(more)).map(({ text, stepId }) => [text, stepId])

it('names failures, unmet criteria and doubting evaluators, at most three', () => {
  const nodes = [
    node('fetch', { role: 'root', failureClass: 'timeout', message: 'late' }),
    node('sum', { role: 'cascade', failureClass: 'timeout', message: '' }),
  ]
  const issues = [{ stage: 'contract', field: '$.total', message: 'is missing', severity: 'error', blocker: true }]
  const signals = [signal('self', 0.9), signal('peer', 0.4), signal('downstream', 0)]
  expect(told({ nodes, issues, signals })).toEqual([
    ['fetch failed: timed out; 1 step failed because of it', 'fetch'],
    ['total: is missing', '@answer'],
    ['Downstream scored 0.00', null],
  ])
})

it('says what the answer says and what speaks against it', () => {
  const message = '“3 minutes”: The source says "5 minutes".'
  const issues = [{ stage: 'sources', field: 'output.answer', message, severity: 'error', blocker: true }]
  expect(told({ issues })[0]).toEqual(['The answer says “3 minutes”. The source says "5 minutes".', '@answer'])
})

it('names the field of a single value', () => {
  const message = '“171”: The source says "price: 137".'
  const issues = [{ stage: 'sources', field: 'output.legs[0].fare', message, severity: 'error', blocker: true }]
  expect(told({ issues })[0]).toEqual([
    'The answer says “171” in legs[0].fare. The source says "price: 137".',
    '@answer',
  ])
})

it('says of a contract that no output can be checked against what is wrong in it, as a sentence', () => {
  const message = 'the schema of its contract cannot be used: schema/type must be array'
  const issues = [{ stage: 'schema', type: 'schema_error', field: '$', message, severity: 'error', blocker: true }]
  expect(told({ issues })[0]).toEqual([
    'The schema of its contract cannot be used: schema/type must be array',
    '@answer',
  ])
})

it('names required outputs that are missing, and does not call the contract met', () => {
  const missing = ['sources', 'total'].map((field) => {
    return { stage: 'contract', type: 'missing_field', field, message: `${field} is missing`, severity: 'warning' }
  })
  expect(told({ contract: {}, issues: missing })).toEqual([
    ['sources is missing, and 1 more', '@answer'],
    ['Every step completed', null],
    ['Not judged yet', null],
  ])
})

it('names what is good if nothing counts against a run', () => {
  expect(told({ contract: {}, signals: [signal('peer', 0.9)] })).toEqual([
    ['Every step completed', null],
    ['Contract and criteria are met', null],
    ['Peer finds it good', null],
  ])
  expect(told({ nodes: [] })).toEqual([['Not judged yet', null]])
})

it('names an evaluator that doubts once, also where its signal is the weakest factor of the score', () => {
  const factors = [{ label: 'Peer', value: 0.6, weight: 1 }]
  const scores = [{ profile: 'confidence', series: 'confidence', factors }]
  expect(told({ run: { profile: 'confidence' }, scores, signals: [signal('peer', 0.6)] })).toEqual([
    ['Peer scored 0.60', null],
    ['Every step completed', null],
  ])
})

it('lists evaluators that agree in one sentence', () => {
  const signals = [signal('self', 0.9), signal('peer', 0.9), signal('human', 1)]
  expect(told({ signals })).toContainEqual(['Self, peer and human find it good', null])
})

it('says that a run failed without an error, once', () => {
  const factors = [
    { name: 'conformance', label: 'Conformance', value: 0, weight: 0.4 },
    { name: 'efficiency', label: 'Efficiency', value: 0.2, weight: 0.25 },
  ]
  const scores = [{ profile: 'stratt', series: 'stratt', factors }]
  expect(told({ run: { profile: 'stratt', status: 'failed' }, scores }).slice(0, 2)).toEqual([
    ['It failed without an error message', null],
    ['Efficiency is 0.20', null],
  ])
})

it('quotes a long message cut, and has the whole', () => {
  const message = `exit code 1: ${'a word of it '.repeat(20)}KeyError: total`
  const nodes = [node('fetch', { role: 'root', failureClass: 'unknown', message }), node('sum', { role: 'cascade' })]
  const [reason] = reasonsOf(detail({ nodes }))
  expect(reason?.text).toMatch(/^fetch failed: exit code 1: .*….*KeyError: total; 1 step failed because of it$/)
  expect(reason?.whole).toBe(`fetch failed: ${message}; 1 step failed because of it`)
  expect(reasonsOf(detail({ error: { message: 'short' } }))[0]).toEqual({
    tone: 'fail',
    text: 'short',
    stepId: '@error',
  })
})

it('names the weakest factor only of a run that its measured quality decides', () => {
  const scores = [
    { series: 'gaff', profile: 'gaff', factors: [{ name: 'e', label: 'Efficiency', value: 0.1, weight: 1 }] },
  ]
  expect(told({ scores })[0]).toEqual(['Efficiency is 0.10', null])
  expect(told({ scores, run: { profile: 'gaff', basis: 'confidence' } })[0]).toEqual(['Every step completed', null])
})

it('says of a run that goes on only that its steps so far completed', () => {
  expect(told({ run: { profile: 'gaff', status: 'running' } })[0]).toEqual(['Every step so far completed', null])
})
