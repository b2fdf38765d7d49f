import { describe, expect, it } from 'vitest'
import { brierScore } from '@/lib/engine/stats/prediction-scores'
import { seededRng } from '@/lib/engine/stats/random'
import { bestRecalibrated, drawSome, macroF1, standardError, toRow } from './figure'
import { halvesOf } from './labelled-data'
import { bestStop, stopAt } from './run-figures'
import { coverageOf, widthOf } from './signal-figures'
import { newWords } from './text-figures'

const forecasts = (...said: [probability: number, isTrue: boolean][]) =>
  said.map(([probability, isTrue]) => ({ probability, isTrue }))

describe('the Brier score after the best recalibration', () => {
  it.each([
    ['is 0 for forecasts in order', forecasts([0.4, false], [0.5, false], [0.6, true]), 0],
    ['is that of the base rate for equal forecasts', forecasts([0.9, true], [0.9, false]), 0.25],
    ['is that of the base rate for forecasts in reverse order', forecasts([0.2, true], [0.8, false]), 0.25],
    ['averages equal forecasts', forecasts([0.3, true], [0.1, false], [0.3, false]), 0.5 / 3],
    ['merges forecasts out of order', forecasts([0.1, false], [0.2, true], [0.3, false], [0.9, true]), 0.125],
  ])('%s', (_what, said, brier) => {
    expect(brierScore(bestRecalibrated(said))).toBeCloseTo(brier, 12)
  })
})

describe('macro-F1', () => {
  it.each([
    ['is 1 if all are right', ['a a', 'b b'], 1],
    ['is 0 if all are wrong', ['a b', 'b a'], 0],
    ['weighs every label equally, however rare', ['a a', 'a a', 'a a', 'b a'], (6 / 7 + 0) / 2],
    ['ignores a label that no item has', ['a c', 'a a', 'b b'], (2 / 3 + 1) / 2],
  ])('%s', (_what, pairs, score) => {
    const read = pairs.map((pair) => ({ label: pair.charAt(0), said: pair.charAt(2) }))
    expect(macroF1(read)).toBeCloseTo(score, 12)
  })
})

it('intervals include their ends', () => {
  const intervals: [number, number][] = [
    [0.1, 0.5],
    [0.5, 0.7],
    [0.6, 0.9],
    [0, 0.4],
  ]
  expect(coverageOf(intervals, 0.5)).toBe(0.5)
  expect(widthOf(intervals)).toBeCloseTo((0.4 + 0.2 + 0.3 + 0.4) / 4, 12)
  expect(coverageOf([], 0.5)).toBeNaN()
})

describe('a stop', () => {
  const series = { scores: [0.5, 0.7, 0.6, 0.8], truth: [0.5, 0.6, 0.9, 0.7] }

  it.each([
    [1, 0.4, 0.75],
    [2, 0.3, 0.5],
    [3, 0.3, 0.25],
    [4, 0.2, 0],
  ])('after %i attempts takes the best score so far, and loses what its truth lacks', (attempts, regret, saved) => {
    expect(stopAt(series, attempts).regret).toBeCloseTo(regret, 12)
    expect(stopAt(series, attempts).saved).toBe(saved)
  })

  it('at the best attempt weighs the loss against the attempts', () => {
    expect(bestStop(series).attempts).toBe(4)
    expect(bestStop({ scores: [0.5, 0.5, 0.501], truth: [0.5, 0.5, 0.501] }).attempts).toBe(1)
  })
})

it('draws without repetition, and the same for the same seed', () => {
  const values = Array.from({ length: 10 }, (_, at) => at)
  const drawn = drawSome(values, 6, seededRng(3))
  expect(new Set(drawn).size).toBe(6)
  expect(drawSome(values, 6, seededRng(3))).toEqual(drawn)
  expect(drawSome(values, 20, seededRng(3)).toSorted((a, b) => a - b)).toEqual(values)
})

it('rows of one group are in the same half', () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({ group: String(at % 20), at }))
  const { taught, tested } = halvesOf(rows)
  expect(taught.length + tested.length).toBe(60)
  expect(Math.min(taught.length, tested.length)).toBeGreaterThan(0)
  expect(taught.some(({ group }) => tested.some((other) => other.group === group))).toBe(false)
})

it.each([
  ['Marvel Comics', 'published by DC Comics', 0.5],
  ['dc comics', 'published by DC Comics.', 0],
  ['', 'anything', 0],
])('the share of new words of %j', (text, source, share) => {
  expect(newWords(text, source)).toBe(share)
})

it('a standard error is that of the mean', () => {
  expect(standardError([1, 2, 3, 4])).toBeCloseTo(Math.sqrt(5 / 3 / 4), 12)
})

it('a value that was not measured is shown without a figure', () => {
  expect(toRow({ name: 'x', ours: Number.NaN, published: 0, callMs: Number.NaN })).toEqual([
    'x',
    '-',
    '0.000',
    '-',
    '-',
    '-',
  ])
})
