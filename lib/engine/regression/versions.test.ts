import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareVersions, findPriorVersion, lowestFirst, newestVersion, servedVersion } from './versions'

describe('compareVersions', () => {
  it.each([
    ['1.9.0', '1.10.0'],
    ['1.2', '1.2.1'],
    ['9', '10'],
    ['1.0.0-rc.2', '1.0.0'],
    ['1.0.0-rc.2', '1.0.0-rc.10'],
    ['1.0.0-alpha', '1.0.0-alpha.1'],
    ['1.0.0-1', '1.0.0-alpha'],
    ['1.0.0-beta', '1.0.0-rc'],
    ['1.0rc1', '1.0'],
    ['v1.2.3', 'v1.2.4'],
    ['2026-09-30', '2026-10-01'],
    ['1.0.0+build.9', '1.0.0+build.10'],
    ['99999999999999999998', '99999999999999999999'],
    ['main', '0.0.1'],
    ['release-9', 'release-10'],
    ['unversioned', 'main'],
    ['unversioned', '0.0.0-alpha'],
    ['', '0.0.1'],
    [null, '0.0.1'],
    [undefined, 'a'],
  ])('orders %s before %s', (lower, higher) => {
    expect(compareVersions(lower, higher)).toBeLessThan(0)
    expect(compareVersions(higher, lower)).toBeGreaterThan(0)
  })

  it('is a total order over any strings', () => {
    const part = fc.constantFrom('1', '0', '10', '2', '.', '-', '+', 'rc', 'v', 'a', '', 'unversioned', '007', ' ')
    const version = fc.array(part, { maxLength: 7 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0)
        if (a !== b) expect(compareVersions(a, b)).not.toBe(0)
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 3_000 },
    )
  })
})

it('lowestFirst sorts by compareVersions', () => {
  const version = fc.constantFrom(
    '1.2',
    '1.10',
    '1.10.0',
    ' 1.2',
    'v1',
    '1.0-rc.1',
    '1.0',
    'main',
    '',
    'unversioned',
    '2+b',
  )
  fc.assert(
    fc.property(fc.array(version), (versions) => {
      const sorted = lowestFirst(versions.map((version) => ({ version }))).map((row) => row.version)
      expect(sorted).toEqual(versions.toSorted(compareVersions))
    }),
  )
})

describe('findPriorVersion', () => {
  const versionRow = (version: string, isPublished = true, isRolledBack = false) => ({
    version,
    isPublished,
    isRolledBack,
  })
  const versions = [
    versionRow('1.10.0'),
    versionRow('1.9.0'),
    versionRow('1.11.0', true, true),
    versionRow('1.12.0', false),
    versionRow('2.0.0'),
  ]

  it.each([
    ['2.0.0', '1.10.0'],
    ['1.10.0', '1.9.0'],
    ['3.0.0', '2.0.0'],
    ['1.9.0', null],
  ])('of %s is %s: the highest lower one that is published and not rolled back', (current, expected) => {
    expect(findPriorVersion(versions, current)?.version ?? null).toBe(expected)
  })
})

const inStates = (states: Record<string, string>) =>
  Object.entries(states).map(([version, state]) => ({ version, state }))

describe('servedVersion', () => {
  it.each([
    ['serves the highest live version', { '1.0.9': 'live', '1.0.10': 'live', '1.0.2': 'live' }, '1.0.10'],
    ['ignores a rolled-back version', { '1.0.3': 'live', '1.0.4': 'rolled_back' }, '1.0.3'],
    ['ignores a halted version', { '1.0.3': 'live', '1.0.4': 'halted' }, '1.0.3'],
    ['ignores a candidate', { '1.0.3': 'live', '1.0.4': 'candidate' }, '1.0.3'],
    ['prefers a release to its prerelease', { '2.0.0-rc.1': 'live', '2.0.0': 'live' }, '2.0.0'],
    ['returns null when nothing is live', { '1.0.3': 'rolled_back' }, null],
    ['returns null without versions', {}, null],
  ])('%s', (_, states, expected) => {
    expect(servedVersion(inStates(states))?.version ?? null).toBe(expected)
  })
})

describe('newestVersion', () => {
  it.each([
    ['returns the highest version', { '1.0.9': 'live', '1.0.10': 'live' }, '1.0.10'],
    ['returns it even if it was rolled back', { '1.0.3': 'live', '1.0.4': 'rolled_back' }, '1.0.4'],
    ['ignores candidates', { '1.0.3': 'live', '1.0.4': 'candidate' }, '1.0.3'],
    ['returns a candidate if there is nothing else', { '1.0.3': 'candidate', '1.0.4': 'candidate' }, '1.0.4'],
    ['returns null without versions', {}, null],
  ])('%s', (_, states, expected) => {
    expect(newestVersion(inStates(states))?.version ?? null).toBe(expected)
  })
})
