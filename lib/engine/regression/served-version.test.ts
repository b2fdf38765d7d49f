import { describe, expect, it } from 'vitest'
import { newestVersion, servedVersion } from './versions'

const versions = (states: Record<string, string>) =>
  Object.entries(states).map(([version, state]) => ({ version, state }))

describe('servedVersion', () => {
  it.each([
    ['the highest live version serves', { '1.0.9': 'live', '1.0.10': 'live', '1.0.2': 'live' }, '1.0.10'],
    ['a rolled back version does not', { '1.0.3': 'live', '1.0.4': 'rolled_back' }, '1.0.3'],
    ['nor does a halted one', { '1.0.3': 'live', '1.0.4': 'halted' }, '1.0.3'],
    ['nor a candidate', { '1.0.3': 'live', '1.0.4': 'candidate' }, '1.0.3'],
    ['a release comes before its prerelease', { '2.0.0-rc.1': 'live', '2.0.0': 'live' }, '2.0.0'],
    ['nothing serves where nothing is live', { '1.0.3': 'rolled_back' }, null],
    ['nothing serves where there is nothing', {}, null],
  ])('%s', (_, states, expected) => {
    expect(servedVersion(versions(states))?.version ?? null).toBe(expected)
  })
})

describe('newestVersion', () => {
  it.each([
    ['a chain is judged by its highest version', { '1.0.9': 'live', '1.0.10': 'live' }, '1.0.10'],
    ['also where that was taken back', { '1.0.3': 'live', '1.0.4': 'rolled_back' }, '1.0.4'],
    ['but not by a candidate', { '1.0.3': 'live', '1.0.4': 'candidate' }, '1.0.3'],
    ['unless it has only candidates', { '1.0.3': 'candidate', '1.0.4': 'candidate' }, '1.0.4'],
    ['and by none where there is nothing', {}, null],
  ])('%s', (_, states, expected) => {
    expect(newestVersion(versions(states))?.version ?? null).toBe(expected)
  })
})
