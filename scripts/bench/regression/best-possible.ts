import type { Sample } from '@/lib/engine/stats/descriptive'
import type { Truth } from './populations'

/**
 * P(drop > `threshold`) given the true distribution of the changes and spreads in a population: Bayes' rule over the truth. No method can
 * be better on average, so it shows what is left to gain.
 */
export function bestPossible(prior: Sample, current: Sample, { drops, sigmas }: Truth, threshold: number): number {
  const delta = prior.mean - current.mean
  const degrees = prior.n + current.n - 2
  const squares = prior.squares + current.squares
  const worlds = sigmas.map((sigma) => {
    const noise = sigma ** 2 * (1 / prior.n + 1 / current.n)
    return { noise, log: -degrees * Math.log(sigma) - squares / (2 * sigma ** 2) - Math.log(noise) / 2 }
  })
  const most = Math.max(...worlds.map(({ log }) => log))
  let above = 0
  let all = 0
  for (const { noise, log } of worlds) {
    for (const { drop, share } of drops) {
      const weight = share * Math.exp(log - most - (delta - drop) ** 2 / (2 * noise))
      all += weight
      if (drop - threshold > 1e-9) above += weight
    }
  }
  return all > 0 ? above / all : Number(delta > threshold)
}
