import { expect, it } from 'vitest'
import type { RunDetail, SignalView } from '@/lib/contracts/run-detail'
import { attributionRecord, attributionSentence } from '../labels/failures'
import { prepareForecastParts, preparePredictions } from './prepare-predictions'

const predictedAt = '2026-11-20T08:00:00.000Z'
const learned: RunDetail['learned'] = {
  enabled: true,
  predictions: [
    {
      kind: 'forecast',
      probability: 0.824,
      interval: [0.61, 0.93],
      reasons: [
        { fact: 'fewer errors than usual', direction: 'for', weight: 0.42 },
        { fact: 'more is asked than usual', direction: 'against', weight: 0.2 },
      ],
      model: { version: 5, method: 'map-logistic/1', verdicts: 40, fittedAt: predictedAt },
      predictedAt,
    },
  ],
}
const verdict = (overrides: Partial<SignalView>): SignalView => ({
  id: 'id',
  evaluator: 'human',
  value: 1,
  origin: 'review',
  by: 'Ada',
  comment: null,
  recordedAt: '2026-11-20T09:00:00.000Z',
  decisionId: 'decision',
  inForce: true,
  retracted: false,
  ...overrides,
})

it('a prediction has its probability, its basis, and the reasons for and against', () => {
  expect(preparePredictions({ learned, signals: [] })).toMatchObject([
    {
      chanceText: '82%',
      intervalText: '61 to 93%',
      mark: { dot: 0.824, from: 0.61, to: 0.93 },
      basis: 'learned from 40 judged runs, fit 5',
      isBefore: false,
      reasons: [
        { direction: 'for', weightText: '+0.42' },
        { direction: 'against', weightText: '−0.20' },
      ],
    },
  ])
})

it.each<[string, Partial<SignalView>, boolean]>([
  ['a later verdict', {}, true],
  ['a later gate decision', { origin: 'gate' }, true],
  ['an earlier verdict', { recordedAt: '2026-11-20T07:00:00.000Z' }, false],
  ['a verdict that was taken back', { inForce: false, retracted: true }, false],
  ['a signal sent with the run', { origin: 'ingest' }, false],
  ['another evaluator', { evaluator: 'peer' }, false],
])('is marked as made before the verdict: %s', (_, signal, expected) => {
  const [prediction] = preparePredictions({ learned, signals: [verdict(signal)] })
  expect(prediction?.isBefore).toBe(expected)
})

const nodes = [
  { id: 'plan', name: 'Planner' },
  { id: 'code', name: null },
]

it.each([
  ['plan', 1, 'Ada said: Planner, the first suggestion'],
  ['code', 3, 'Ada said: code, the third suggestion'],
  ['plan', null, 'Ada said: Planner, not among the suggestions'],
  [null, null, 'Ada said: none of its steps'],
])('a cause reads as it was said: %s, place %s', (nodeId, rank, expected) => {
  expect(attributionSentence({ by: 'Ada', nodeId, rank }, nodes)).toBe(expected)
})

it('the record of the suggestions is shown from the first run on', () => {
  expect(attributionRecord({ n: 0, first: 0, listed: 0 })).toBeNull()
  expect(attributionRecord({ n: 9, first: 6, listed: 7 })).toBe('The first suggestion was right in 6 of 9 runs.')
})

it('a forecast adds up line by line to the chance that is shown', () => {
  const terms = [{ fact: 'more errors than usual', value: 2, coefficient: -0.45, effect: -0.9 }]
  const parts = { intercept: 0.1, terms, rest: -0.0001, logOdds: -0.8001, divisor: 1.25 }
  expect(prepareForecastParts(parts, 0.345).map(({ label, product, effect }) => [label, product, effect])).toEqual([
    ['Where every run begins', null, '+0.100'],
    ['more errors than usual', '+2.000 × −0.450', '−0.900'],
    ['All smaller effects', null, '0.000'],
    ['Sum: the log-odds', null, '−0.800'],
    ['x: divided by 1.250', null, '−0.640'],
    ['Chance of approval', null, '35%'],
  ])
})
