import { clamp01 } from '@/lib/engine/tolerance'
import { conformanceBump, gaussian, gaussianBump, type Population, pick, RATES } from './populations'

/** A log-uniform number between `low` and `high`. */
const between = (low: number, high: number, random: () => number) => low * (high / low) ** random()

/** Two-sided exponential around 0: many small changes, some large. */
const laplace = (scale: number, random: () => number) => (random() < 0.5 ? -1 : 1) * -scale * Math.log(1 - random())

const bounded = (mean: number, sigma: number, random: () => number) => clamp01(mean + sigma * gaussian(random))

/** The mean of normal scores clamped to 0 and 1, by the midpoint rule. */
function cutMean(mean: number, sigma: number): number {
  const steps = Array.from({ length: 400 }, (_, place) => -5 + (place + 0.5) / 40)
  const total = steps.reduce((sum, z) => sum + Math.exp((-z * z) / 2), 0)
  return steps.reduce((sum, z) => sum + clamp01(mean + sigma * z) * Math.exp((-z * z) / 2), 0) / total
}

/** Kinds of change that were used to choose the method, besides the two mixed populations. */
export const furtherPopulations: readonly Population[] = [
  {
    name: 'the new version scatters otherwise',
    draw(random) {
      const sigma = between(0.02, 0.1, random)
      const drop = random() < 0.5 ? 0 : laplace(0.08, random)
      return gaussianBump(random, drop, sigma, sigma * pick([0.5, 1, 2, 3], random))
    },
  },
  {
    name: 'pass or fail, not known as such',
    draw(random) {
      const rate = 0.5 + 0.5 * random()
      const now = random() < 0.5 ? rate : clamp01(rate - laplace(0.15, random))
      const run = (share: number) => ({ score: random() < share ? 1 : 0 })
      return { drop: rate - now, prior: () => run(rate), current: () => run(now) }
    },
  },
]

/** Kinds of change that were not used to choose the method: other mixes, other spreads, scores at the ends of the scale. */
export const otherPopulations: readonly Population[] = [
  {
    name: 'most changes tiny, few huge',
    draw: (random) => gaussianBump(random, laplace(random() < 0.15 ? 0.2 : 0.01, random), between(0.02, 0.15, random)),
  },

  {
    name: 'runs with outliers',
    draw(random) {
      const sigma = between(0.02, 0.08, random)
      const drop = random() < 0.5 ? 0 : laplace(0.06, random)
      const noise = () => sigma * gaussian(random) * (random() < 0.1 ? 3 : 1)
      return { drop, prior: () => ({ score: 0.75 + noise() }), current: () => ({ score: 0.75 - drop + noise() }) }
    },
  },
  {
    name: 'scores cut off at 1.0',
    draw(random) {
      const [mean, sigma] = [0.88 + 0.17 * random(), between(0.03, 0.15, random)]
      const meanNow = random() < 0.5 ? mean : mean - laplace(0.08, random)
      return {
        drop: cutMean(mean, sigma) - cutMean(meanNow, sigma),
        prior: () => ({ score: bounded(mean, sigma, random) }),
        current: () => ({ score: bounded(meanNow, sigma, random) }),
      }
    },
  },
  {
    name: 'marks from 1 to 5 as quarters',
    draw(random) {
      const [mean, sigma] = [0.6 + 0.35 * random(), between(0.08, 0.25, random)]
      const meanNow = random() < 0.5 ? mean : mean - laplace(0.1, random)
      const mark = (middle: number) => ({ score: Math.round(4 * bounded(middle, sigma, random)) / 4 })
      const markMean = (middle: number) => {
        const steps = Array.from({ length: 400 }, (_, place) => -5 + (place + 0.5) / 40)
        const total = steps.reduce((sum, z) => sum + Math.exp((-z * z) / 2), 0)
        const sum = steps.reduce(
          (all, z) => all + (Math.round(4 * clamp01(middle + sigma * z)) / 4) * Math.exp((-z * z) / 2),
          0,
        )
        return sum / total
      }
      return { drop: markMean(mean) - markMean(meanNow), prior: () => mark(mean), current: () => mark(meanNow) }
    },
  },

  {
    name: 'trace, contract rarely breaks for good',
    draw(random) {
      const kept = pick(RATES, random)
      const keptNow = random() < 0.08 ? 0.5 * random() : kept
      return conformanceBump(random, kept, keptNow, laplace(0.02, random), between(0.02, 0.06, random))
    },
  },
  {
    name: 'trace, contract often broken',
    draw(random) {
      const kept = 0.4 + 0.55 * random()
      const keptNow = random() < 0.5 ? kept : clamp01(kept - 0.25 * gaussian(random))
      return conformanceBump(
        random,
        kept,
        keptNow,
        random() < 0.5 ? 0 : laplace(0.03, random),
        between(0.02, 0.06, random),
      )
    },
  },
]
