import { describe, expect, it } from 'vitest'
import type { VersionView } from '@/lib/contracts/chains'
import { type DropPlace, isCompared, isWorse, placeByDrop } from './rank-drops'

type Newest = Pick<VersionView, 'state' | 'verdict' | 'delta' | 'comparedWith' | 'confidenceFall'>

const fall = { prior: 0.9, current: 0.6, interval: [-0.4, -0.2] as [number, number] }
const newest = (overrides: Partial<Newest> = {}): Newest => ({
  state: 'live',
  verdict: 'ok',
  delta: 0,
  comparedWith: '1',
  confidenceFall: null,
  ...overrides,
})
const regressed = (delta: number, state: Newest['state'] = 'live') => newest({ verdict: 'regression', delta, state })

describe('the place of a chain by the drop of its newest version', () => {
  const rows: [string, Newest | null, DropPlace, isWorse: boolean, isCompared: boolean][] = [
    ['worse by the rule', regressed(0.2), { group: 0, key: -0.2 }, true, true],
    ['less confident', newest({ confidenceFall: fall }), { group: 1, key: 0.6 - 0.9 }, true, true],
    ['better', newest({ delta: -0.1 }), { group: 2, key: 0.1 }, false, true],
    ['worse, but rolled back', regressed(0.2, 'rolled_back'), { group: 2, key: -0.2 }, false, true],
    ['worse, but halted', regressed(0.2, 'halted'), { group: 2, key: -0.2 }, false, true],
    ['too few runs', newest({ verdict: 'insufficient_sample', delta: null }), { group: 3, key: 0 }, false, false],
    ['nothing to compare with', newest({ comparedWith: null, delta: null }), { group: 4, key: 0 }, false, false],
    ['no version', null, { group: 4, key: 0 }, false, false],
  ]
  it.each(rows)('%s', (_, version, place, worse, compared) => {
    expect(placeByDrop(version)).toEqual(place)
    expect([isWorse(placeByDrop(version)), isCompared(placeByDrop(version))]).toEqual([worse, compared])
  })

  it('puts the larger drop first, of scores and of confidence', () => {
    expect(placeByDrop(regressed(0.3)).key).toBeLessThan(placeByDrop(regressed(0.1)).key)
    const small = newest({ confidenceFall: { ...fall, current: 0.8 } })
    expect(placeByDrop(newest({ confidenceFall: fall })).key).toBeLessThan(placeByDrop(small).key)
  })
})
