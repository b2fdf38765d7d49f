import { describe, expect, it } from 'vitest'
import { seededRng } from './random'

describe('seededRng', () => {
  it('repeats its sequence for a seed and differs between seeds', () => {
    const draws = (seed: number) => Array.from({ length: 5 }, seededRng(seed))
    expect(draws(7)).toEqual(draws(7))
    expect(draws(7)).not.toEqual(draws(8))
  })

  it('fills the unit interval evenly', () => {
    const rng = seededRng(1)
    const bins = new Array<number>(10).fill(0)
    for (let draw = 0; draw < 20_000; draw += 1) {
      const bin = Math.floor(rng() * 10)
      bins[bin] = (bins[bin] ?? 0) + 1
    }
    for (const count of bins) expect(Math.abs(count - 2000)).toBeLessThan(200)
  })
})
