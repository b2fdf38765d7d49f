import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '@/lib/contracts/live-events'
import { makeRecentEvents, replayFrom, thisMoment } from './changes'

const START = 1_000_000
const event = (project: string, id: string): LiveEvent => ({ project, topic: 'run', id })

describe('makeRecentEvents', () => {
  it('replays what a project missed, and nothing of another', () => {
    const recent = makeRecentEvents(START)
    recent.add(event('a', '1'), START + 10_000)
    recent.add(event('b', '2'), START + 11_000)
    recent.add(event('a', '3'), START + 20_000)
    expect(recent.since('a', START + 15_000)).toEqual([event('a', '3')])
    expect(recent.since('a', START + 5000)).toEqual([event('a', '1'), event('a', '3')])
  })

  it('reports that nothing was missed only if it is certain', () => {
    const recent = makeRecentEvents(START)
    expect(recent.since('a', START + 5000)).toEqual([])
    expect(recent.since('a', START - 1)).toBeNull()
    expect(recent.since('a', START)).toBeNull()
  })

  it('returns null for times whose events were dropped', () => {
    const recent = makeRecentEvents(START)
    recent.add(event('a', '1'), START + 10_000)
    recent.add(event('a', '2'), START + 300_000)
    recent.add(event('a', '3'), START + 301_000)
    expect(recent.since('a', START + 5000)).toBeNull()
    expect(recent.since('a', START + 300_500)).toEqual([event('a', '3')])
  })

  it('stays bounded under a flood', () => {
    const recent = makeRecentEvents(START)
    for (let n = 0; n < 10_000; n++) recent.add(event('a', String(n)), START + 10_000 + n)
    expect(recent.since('a', START + 12_500)).toBeNull()
    expect(recent.since('a', START + 21_000)?.length).toBeLessThanOrEqual(4000)
  })
})

describe('the moments of this process', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('follow each other also while the clock is set back', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const shown = replayFrom(thisMoment())
    vi.setSystemTime(shown - 600_000)
    expect(replayFrom(thisMoment())).toBe(shown)
    vi.setSystemTime(shown + 10)
    expect(replayFrom(thisMoment())).toBe(shown + 10)
  })

  it('of another process, or of none, leave room for its clock', () => {
    expect(replayFrom('5000-other')).toBe(3000)
    expect(replayFrom('5000')).toBe(3000)
    expect(replayFrom('nonsense')).toBe(0)
    expect(replayFrom(null)).toBe(0)
  })
})
