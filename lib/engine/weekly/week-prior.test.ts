import { describe, expect, it } from 'vitest'
import { splitRuns } from '../regression/run-noise'
import { sampleOf } from '../stats/descriptive'
import { seededRng } from '../stats/random'
import type { WeekSample } from './change-odds'
import { chanceNothingFell, chanceOfMean, WEEK_PRIOR, weekPriorOf } from './week-prior'

const random = seededRng(17)
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const week = (n: number, mean: number, sigma: number): WeekSample => {
  const sample = sampleOf(Array.from({ length: n }, () => mean + sigma * normal()))
  if (!sample) throw new Error('a week without runs')
  return sample
}

type Truth = { previous: WeekSample; current: WeekSample; drop: number; mean: number }

/** A page of chains of which a known share did not change; the others moved by various amounts. */
function drawPage(chains: number, n: number, unchanged: number, sigma: number): Truth[] {
  return Array.from({ length: chains }, () => {
    const mean = 0.75 + 0.12 * normal()
    const drop = random() < unchanged ? 0 : 0.02 + 0.08 * normal()
    return { previous: week(n, mean, sigma), current: week(n, mean - drop, sigma), drop, mean: mean - drop }
  })
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the probability that a flag is noise, with the truth known', () => {
  it.each([
    [5, 0.05],
    [5, 0.1],
    [20, 0.1],
    [20, 0.2],
  ])('is calibrated, with %d runs a week of standard deviation %d', (n, sigma) => {
    const pages = Array.from({ length: 150 }, () => drawPage(20, n, 0.6, sigma))
    const judged = pages.flatMap((page) => {
      const belief = weekPriorOf(page)
      return page.map((pair) => ({ ...pair, belief }))
    })
    const fallen = judged.filter(({ previous, current }) => previous.mean - current.mean > 0.05)
    const said = average(fallen.map(({ previous, current, belief }) => chanceNothingFell(previous, current, belief)))
    expect(Math.abs(said - average(fallen.map(({ drop }) => Number(drop <= 0))))).toBeLessThan(0.09)
    const low = judged.filter(({ current }) => current.mean < 0.6)
    const saidLow = average(low.map(({ belief, ...pair }) => chanceOfMean(pair, 0.6, belief)))
    expect(Math.abs(saidLow - average(low.map(({ mean }) => Number(mean >= 0.6))))).toBeLessThan(0.06)
  })

  it('is higher on a page with few changes than on one with many', () => {
    const pair = { previous: week(10, 0.8, 0.1), current: week(10, 0.72, 0.1) }
    const chanceOn = (unchanged: number) => {
      const belief = weekPriorOf([pair, ...drawPage(40, 30, unchanged, 0.1)])
      return chanceNothingFell(pair.previous, pair.current, belief)
    }
    expect(chanceOn(1)).toBeGreaterThan(chanceOn(0) + 0.1)
  })
})

it('is not decisive for one broken contract among many', () => {
  const runs = (conformant: number) =>
    Array.from({ length: 10 }, (_, place) => {
      const conformance = place < conformant
      return { conformance, score: (conformance ? 0.4 : 0) + 0.45 + 0.01 * (place % 3) }
    })
  const sample = (conformant: number): WeekSample => {
    const scored = sampleOf(runs(conformant).map(({ score }) => score))
    if (!scored) throw new Error('a week without runs')
    return { ...scored, split: splitRuns(runs(conformant), 0.4) }
  }
  const chance = (conformant: number) => chanceNothingFell(sample(10), sample(conformant), WEEK_PRIOR)
  expect(chance(8)).toBeGreaterThan(0.1)
  expect(chance(2)).toBeLessThan(0.01)
  expect(chance(8)).toBeGreaterThan(chance(5))
})

it('returns the default prior for a page without data', () => {
  expect(weekPriorOf([])).toEqual(WEEK_PRIOR)
})

it('the worse the week before was, the less likely a week is fine', () => {
  const current = week(5, 0.58, 0.1)
  const chance = (before: number) => chanceOfMean({ previous: week(30, before, 0.1), current }, 0.6, WEEK_PRIOR)
  expect(chance(0.9)).toBeGreaterThan(chance(0.5))
})
