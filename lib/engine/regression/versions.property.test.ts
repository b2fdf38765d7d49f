import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shuffled } from '@/lib/engine/testing/arbitraries'
import { findPriorVersion, servedVersion } from './versions'

const minors = fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 8 })
const status = fc.record({ isPublished: fc.boolean(), isRolledBack: fc.boolean() })
const versions = minors.chain((list) =>
  fc.tuple(...list.map((minor) => status.map((one) => ({ ...one, minor, version: `1.${minor}.0` })))),
)

it('the prior version is the highest lower one that was published and not rolled back, in any order', () => {
  const reordered = versions.chain((list) => shuffled(list))
  fc.assert(
    fc.property(reordered, fc.integer({ min: 0, max: 12 }), (list, current) => {
      const fit = list.filter((one) => one.isPublished && !one.isRolledBack && one.minor < current)
      const highest = Math.max(-1, ...fit.map(({ minor }) => minor))
      expect(findPriorVersion(list, `1.${current}.0`)?.minor ?? -1).toBe(highest)
    }),
  )
})

it('the highest live version serves, so that after halting it the next lower one serves', () => {
  fc.assert(
    fc.property(versions, (list) => {
      const states = list.map((one) => ({ ...one, state: one.isPublished ? 'live' : 'halted' }))
      const live = states.filter(({ state }) => state === 'live').map(({ minor }) => minor)
      const served = servedVersion(states)
      expect(served?.minor ?? -1).toBe(Math.max(-1, ...live))
      const halted = states.map((one) => (one.minor === served?.minor ? { ...one, state: 'halted' } : one))
      expect(servedVersion(halted)?.minor ?? -1).toBe(Math.max(-1, ...live.filter((minor) => minor !== served?.minor)))
    }),
  )
})
