import { describe, expect, it } from 'vitest'
import { readOptions } from './options'

describe('readOptions of faults', () => {
  it('runs every part by default', () => {
    expect(readOptions([])).toEqual({
      parts: ['kill', 'disk', 'clock', 'rolling'],
      rounds: 14,
      requests: 10_000,
      seed: 1,
      cluster: undefined,
    })
    expect(readOptions(['rolling,kill', '--rounds', '40', '--seed', '7'])).toMatchObject({
      parts: ['kill', 'rolling'],
      rounds: 40,
      seed: 7,
    })
  })

  it('names an invalid argument', () => {
    expect(() => readOptions(['fire'])).toThrow('No part fire')
    expect(() => readOptions(['--rounds', 'many'])).toThrow('--rounds takes a whole number')
    expect(() => readOptions(['--weather', 'bad'])).toThrow('--weather')
    expect(() => readOptions(['disk', '--cluster', 'x'])).toThrow('for the part kill alone')
  })
})
