/** A run as the engine is told of it; conformance where it is a part of the score. */
export type Run = { score: number; conformance?: boolean }

/** A change of version: the true drop of the mean, and a source of runs of either version. */
export type Bump = { drop: number; prior: () => Run; current: () => Run }

/** Draws the changes of one kind of chain. */
export type Population = { name: string; draw: (random: () => number) => Bump }

/** By Box and Muller. */
export function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Four changes in ten change nothing; the others are of all sizes, more of them for the worse. */
function trueDrop(random: () => number): number {
  return random() < 0.4 ? 0 : 0.02 + 0.08 * gaussian(random)
}

/** Scores that scatter around their mean by `sigma`, without the ends of the scale. */
export function gaussianScores(sigma: number): Population {
  return {
    name: `gaussian, sigma ${sigma.toFixed(2)}`,
    draw(random) {
      const drop = trueDrop(random)
      return {
        drop,
        prior: () => ({ score: 0.8 + sigma * gaussian(random) }),
        current: () => ({ score: 0.8 - drop + sigma * gaussian(random) }),
      }
    },
  }
}

export const CONFORMANCE_WEIGHT = 0.4
const REST_SIGMA = 0.04

/**
 * Scores of the trace profile: 0.4 for keeping the contract, yes or no, and a rest that scatters by 0.04. A fifth of the
 * changes also move the share of runs that keep it.
 */
export const conformanceScores: Population = {
  name: 'conformance 0 or 1, weight .40',
  draw(random) {
    const kept = [1, 0.99, 0.98, 0.95, 0.9][Math.floor(random() * 5)] ?? 1
    const keptNow = random() < 1 / 5 ? Math.min(1, Math.max(0, kept + 0.05 - 0.5 * random())) : kept
    const rest = random() < 0.4 ? 0 : 0.01 + 0.05 * gaussian(random)
    return conformanceBump(random, kept, keptNow, rest)
  },
}

function conformanceBump(random: () => number, kept: number, keptNow: number, rest: number): Bump {
  const run = (share: number, mean: number): Run => {
    const conformance = random() < share
    return { conformance, score: (conformance ? CONFORMANCE_WEIGHT : 0) + mean + REST_SIGMA * gaussian(random) }
  }
  return {
    drop: CONFORMANCE_WEIGHT * (kept - keptNow) + rest,
    prior: () => run(kept, 0.45),
    current: () => run(keptNow, 0.45 - rest),
  }
}

/** Changes whose drop is known and always the same: what raises a false alarm, and what is found. */
export function fixedDrop(sigma: number, drop: number): Population {
  return {
    name: `sigma ${sigma.toFixed(2)}`,
    draw: (random) => ({
      drop,
      prior: () => ({ score: 0.8 + sigma * gaussian(random) }),
      current: () => ({ score: 0.8 - drop + sigma * gaussian(random) }),
    }),
  }
}

/** The contract kept in `kept` of the runs before and in `keptNow` of those after; the rest does not change. */
export function fixedConformance(kept: number, keptNow: number): Population {
  return { name: `conformance ${kept} to ${keptNow}`, draw: (random) => conformanceBump(random, kept, keptNow, 0) }
}
