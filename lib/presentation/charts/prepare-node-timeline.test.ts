import { describe, expect, it } from 'vitest'
import { nodeView as node } from '../testing/node-view'
import { prepareNodeTimeline } from './prepare-node-timeline'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

describe('prepareNodeTimeline', () => {
  it('places nodes between the first start and the last end, in order of their start', () => {
    const model = prepareNodeTimeline([
      node('second', { startedAt: at(4), endedAt: at(10) }),
      node('first', { startedAt: at(0), endedAt: at(5) }),
    ])
    expect(model.totalMs).toBe(10_000)
    expect(model.bars.map(({ id, start, width }) => [id, start, width])).toEqual([
      ['first', 0, 0.5],
      ['second', 0.4, 0.6],
    ])
    expect(model.ticks.map((tick) => tick.label)).toEqual(['0 ms', '5.0 s', '10 s'])
  })

  it('derives a missing start or end from the duration', () => {
    const { bars } = prepareNodeTimeline([
      node('from start', { startedAt: at(0), durationMs: 2000 }),
      node('from end', { endedAt: at(4), durationMs: 1000 }),
    ])
    expect(bars.map(({ start, width }) => [start, width])).toEqual([
      [0, 0.5],
      [0.75, 0.25],
    ])
  })

  it('shows the duration that was measured, not the difference of the rounded times', () => {
    const { bars } = prepareNodeTimeline([node('timed', { startedAt: at(0), endedAt: at(1), durationMs: 960 })])
    expect(bars).toMatchObject([{ durationText: '960 ms', title: 'timed: 960 ms, from 0 ms on' }])
  })

  it('ends its axis with what was measured, if the times are the same to their millisecond', () => {
    const { bars, ticks } = prepareNodeTimeline([
      node('timed', { startedAt: at(0), endedAt: at(1), durationMs: 1000.6 }),
    ])
    expect(bars).toMatchObject([{ start: 0, width: 1, durationText: '1.0 s' }])
    expect(ticks.at(-1)?.at).toBe(1)
    const whole = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString()
    const short = prepareNodeTimeline([node('short', { startedAt: whole(0), endedAt: whole(121), durationMs: 121.6 })])
    expect([short.bars[0]?.durationText, short.ticks.at(-1)?.label]).toEqual(['122 ms', '122 ms'])
  })

  it('lists nodes without times separately instead of placing them', () => {
    const { bars, untimed } = prepareNodeTimeline([
      node('timed', { startedAt: at(0), endedAt: at(1) }),
      node('lasted', { durationMs: 500 }),
      node('began', { startedAt: at(0) }),
    ])
    expect(bars.map((bar) => bar.id)).toEqual(['timed'])
    expect(untimed.map((item) => item.id)).toEqual(['lasted', 'began'])
  })

  it('places nodes by durations and dependencies if no node has a time', () => {
    const { bars, untimed, isDerived } = prepareNodeTimeline([
      node('last', { durationMs: 500, dependencies: ['long', 'silent'] }),
      node('first', { durationMs: 500 }),
      node('long', { durationMs: 1000, dependencies: ['first'] }),
      node('silent', { dependencies: ['first'] }),
    ])
    expect(bars.map(({ id, start, width }) => [id, start, width])).toEqual([
      ['first', 0, 0.25],
      ['long', 0.25, 0.5],
      ['last', 0.75, 0.25],
    ])
    expect(untimed.map(({ id }) => id)).toEqual(['silent'])
    expect(isDerived).toBe(true)
  })

  it('handles a single instant and no nodes', () => {
    expect(prepareNodeTimeline([node('instant', { startedAt: at(0), endedAt: at(0) })]).bars).toMatchObject([
      { start: 0, width: 1 },
    ])
    expect(prepareNodeTimeline([])).toEqual({ bars: [], untimed: [], ticks: [], totalMs: 0, isDerived: false })
  })
})
