import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '@/lib/contracts/live-events'
import { makeRecentEvents } from './changes'

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
