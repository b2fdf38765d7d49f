import { clamp01 } from '@/lib/engine/tolerance'

/** A run as the engine's input; conformance if it is part of the score. */
export type Run = { score: number; conformance?: boolean }

/** A change of version: the true drop of the mean, and a source of runs for either version. */
type Bump = { drop: number; prior: () => Run; current: () => Run }

/** A true drop with the share of changes that have it. */
type DropShare = { drop: number; share: number }

/** The true distribution of the changes and of the spread of normal scores. */
export type Truth = { drops: readonly DropShare[]; sigmas: readonly number[] }

/** Draws the changes of one kind of chain. */
export type Population = { name: string; draw: (random: () => number) => Bump; truth?: Truth }

/** By Box and Muller. */
export function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

export const pick = <T>(values: readonly [T, ...T[]], random: () => number): T =>
  values[Math.floor(random() * values.length)] ?? values[0]

/** Normal scores with the standard deviation `sigma`, not clamped to the scale. */
export function gaussianBump(random: () => number, drop: number, sigma: number, sigmaNow = sigma): Bump {
  return {
    drop,
    prior: () => ({ score: 0.8 + sigma * gaussian(random) }),
    current: () => ({ score: 0.8 - drop + sigmaNow * gaussian(random) }),
  }
}

const SIGMAS = [0.03, 0.05, 0.1] as const

/** Six changes in ten change nothing, the others move the mean by -.05 to .15; one of three spreads. */
export const methodsGaussian: Population = {
  name: 'gaussian, mixed',
  draw(random) {
    const drop = random() < 0.6 ? 0 : -0.05 + 0.2 * random()
    return gaussianBump(random, drop, pick(SIGMAS, random))
  },
  truth: { sigmas: SIGMAS, drops: sharesOf(0.6, (drop) => (drop >= -0.05 && drop <= 0.15 ? 1 : 0)) },
}

/** Four changes in ten change nothing; the others are of all sizes, more of them for the worse. */
function trueDrop(random: () => number): number {
  return random() < 0.4 ? 0 : 0.02 + 0.08 * gaussian(random)
}

/** Changes of all sizes in chains with the standard deviation `sigma`. */
export function gaussianScores(sigma: number): Population {
  return {
    name: `gaussian, sigma ${sigma.toFixed(2)}`,
    draw: (random) => gaussianBump(random, trueDrop(random), sigma),
    truth: { sigmas: [sigma], drops: sharesOf(0.4, (drop) => Math.exp(-(((drop - 0.02) / 0.08) ** 2) / 2)) },
  }
}

/** A share of changes that change nothing, and the rest on a fine grid by their density. */
function sharesOf(nothing: number, density: (drop: number) => number): DropShare[] {
  const grid = Array.from({ length: 401 }, (_, place) => -0.4 + 0.002 * place)
  const total = grid.reduce((sum, drop) => sum + density(drop), 0)
  return [
    { drop: 0, share: nothing },
    ...grid
      .map((drop) => ({ drop, share: ((1 - nothing) * density(drop)) / total }))
      .filter(({ share }) => share > 1e-9),
  ]
}

export const CONFORMANCE_WEIGHT = 0.4

/** Runs with a conformance rate for either version, and a normal rest of the score. */
export function conformanceBump(
  random: () => number,
  kept: number,
  keptNow: number,
  rest: number,
  sigma: number,
): Bump {
  const run = (share: number, mean: number): Run => {
    const conformance = random() < share
    return { conformance, score: (conformance ? CONFORMANCE_WEIGHT : 0) + mean + sigma * gaussian(random) }
  }
  return {
    drop: CONFORMANCE_WEIGHT * (kept - keptNow) + rest,
    prior: () => run(kept, 0.4),
    current: () => run(keptNow, 0.4 - rest),
  }
}

export const RATES = [1, 0.99, 0.98, 0.95, 0.9] as const

/** Scores of the trace profile: three changes in ten also keep the contract less often, some of them hardly ever. */
export const methodsTrace: Population = {
  name: 'trace, rate falls by a share',
  draw(random) {
    const kept = pick(RATES, random)
    const keptNow = random() < 0.3 ? kept * (1 - random() ** 2) : kept
    const rest = random() < 0.4 ? 0 : 0.03 * gaussian(random)
    return conformanceBump(random, kept, keptNow, rest, 0.03)
  },
}

/** The same with more spread, and a fifth of the changes moving the rate by -.05 to .45. */
export const traceScores: Population = {
  name: 'trace, rate moves both ways',
  draw(random) {
    const kept = pick(RATES, random)
    const keptNow = random() < 1 / 5 ? clamp01(kept + 0.05 - 0.5 * random()) : kept
    const rest = random() < 0.4 ? 0 : 0.01 + 0.05 * gaussian(random)
    return conformanceBump(random, kept, keptNow, rest, 0.04)
  },
}

/** Changes with one known drop, for false alarms and detection. */
export function fixedDrop(sigma: number, drop: number): Population {
  return { name: `sigma ${sigma.toFixed(2)}`, draw: (random) => gaussianBump(random, drop, sigma) }
}

/** The contract is kept in `kept` of the runs before and in `keptNow` of those after; the rest does not change. */
export function fixedConformance(kept: number, keptNow: number): Population {
  return {
    name: `conformance ${kept} to ${keptNow}`,
    draw: (random) => conformanceBump(random, kept, keptNow, 0, 0.04),
  }
}
