import { describe, expect, it } from 'vitest'
import { finishedStatuses } from '@/lib/contracts/vocabulary'
import type { WeeklyChain } from '@/lib/contracts/weekly/compared'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { prepareWeekMovers } from './prepare-week-movers'

const mean = (value: number | null, n = 9) => ({ n: value === null ? 0 : n, mean: value, interval: null })
const chain = (
  name: string,
  change: WeeklyChain['change'],
  current = mean(0.8),
  previous = mean(0.8),
): WeeklyChain => ({
  chain: name,
  runs: 9,
  failedRuns: 0,
  current,
  previous,
  measured: null,
  change,
  comparedOn: null,
  confidenceFall: null,
  flags: [],
})
const change = (value: number, half: number, beyondNoise = false, isTooFew = false) => ({
  change: value,
  interval: [value - half, value + half] as [number, number],
  beyondNoise,
  isTooFew,
})

function modelOf(...chains: WeeklyChain[]) {
  const span = { from: '2026-03-09T00:00:00.000Z', to: '2026-03-16T00:00:00.000Z' }
  const report = { week: '2026-W11', timeZone: 'UTC', ...span, chains }
  return prepareWeekMovers(report as WeeklyReport, 'desk')
}

describe('movers', () => {
  it('have a verdict that matches their whisker', () => {
    const { rows } = modelOf(
      chain('a', change(-0.2, 0.05, true)),
      chain('b', change(0.2, 0.05, true)),
      chain('c', change(-0.1, 0.05)),
      chain('d', change(0.01, 0.05)),
      chain('e', change(0.3, 0.1, false, true)),
      chain('f', null, mean(0.8), mean(null)),
      chain('g', null, mean(null)),
    )
    expect(rows.map(({ verdict }) => verdict)).toEqual([
      'Worse',
      'Better',
      'Perhaps worse',
      'Within the noise',
      'Too few runs to say',
      'Nothing to compare',
      'No scored live run',
    ])
  })

  it('share one axis centred on no change, without a mark if nothing can be compared', () => {
    const { rows, reach, isAny } = modelOf(chain('a', change(-0.2, 0.1)), chain('b', null, mean(0.8), mean(null)))
    expect(reach).toBeCloseTo(0.3, 12)
    expect(isAny).toBe(true)
    expect(rows[0]?.mark).toEqual({ low: 0, point: 16.67, high: 33.33 })
    expect(rows[1]?.mark).toBeNull()
    expect(modelOf().isAny).toBe(false)
  })

  it('link to the runs of their chain in that week that means cover', () => {
    const { rows } = modelOf(chain('a b', change(0, 0.1)))
    const { pathname, searchParams } = new URL(rows[0]?.href ?? '', 'http://desk.test')
    expect(pathname).toBe('/p/desk/runs')
    expect(Object.fromEntries(searchParams)).toEqual({
      chain: 'a b',
      kind: 'live',
      candidate: 'false',
      status: finishedStatuses.join(),
      from: '2026-03-09T00:00:00.000Z',
      to: '2026-03-16T00:00:00.000Z',
    })
  })

  it('say that people are left out where the score is the confidence', () => {
    const { rows } = modelOf({ ...chain('a', change(-0.2, 0.05, true)), comparedOn: ['self', 'peer', 'downstream'] })
    expect(rows[0]?.note).toBe('of the evaluators alone, without verdicts of people')
  })
})
