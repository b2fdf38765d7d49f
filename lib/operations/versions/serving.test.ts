import fc from 'fast-check'
import { expect, it } from 'vitest'
import { versionStates } from '@/lib/contracts/chains'
import { compareVersions } from '@/lib/engine/regression/versions'
import { priorOf, priorsOf } from './serving'

const anyVersion = fc.record({
  version: fc.integer({ min: 0, max: 20 }).map((minor) => `1.${minor}.0`),
  state: fc.constantFrom(...versionStates.filter((state) => state !== 'superseded')),
  hasLiveRuns: fc.boolean(),
})

it('priorsOf gives every version of a chain the same prior as priorOf', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyVersion, { selector: ({ version }) => version, maxLength: 12 }), (versions) => {
      const highestFirst = versions.toSorted((a, b) => compareVersions(b.version, a.version))
      const priors = priorsOf(highestFirst)
      for (const version of versions)
        expect(priors.get(version)?.version ?? null).toBe(priorOf(versions, version)?.version ?? null)
    }),
  )
})
