import { describe, expect, it } from 'vitest'
import { newestVersion, servedVersion } from './versions'

const versions = (states: Record<string, string>) =>
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
    expect(servedVersion(versions(states))?.version ?? null).toBe(expected)
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
    expect(newestVersion(versions(states))?.version ?? null).toBe(expected)
  })
})
