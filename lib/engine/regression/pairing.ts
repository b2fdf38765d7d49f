import { mean, type Sample, sumOf } from '../stats/descriptive'

/** Sums over the scenarios that two versions ran. Means are of a scenario's runs on one version. */
export interface SharedScenarios {
  /** Number of scenarios that both ran. */
  shared: number
  /** Over these: the sum of the products of both versions' means, minus what their own means explain. */
  covariation: number
  /**
   * Over all scenarios the squared difference of the shares of its runs in either version, each run without a scenario as a separate one,
   * divided by its value without shared scenarios, 1/n1 + 1/n2; 0 if both ran the same scenarios equally often.
   */
  imbalance: number
}

/** Prior weight, in pairs, of scenarios having no effect. */
const UNTOLD = 2
/** Minimum share of the variance that is taken to be the runs' own, however similar runs of one scenario look. */
const OWN = 0.05

/**
 * Returns how much of the noise of a difference of means remains after removing the scenarios that both versions ran, 0.05 to 1.
 * A run varies by r·s² with its scenario and by (1 - r)·s² on its own, so that the difference has the variance (1 - r)·s²·(1/n1 + 1/n2) +
 * r·s²·sum (w1 - w2)², w the share of a version's runs that a scenario has; with every scenario once on either side that is the variance of
 * the paired differences, (1 - r)·2s²/n. r is the covariance of the means over the variance of single runs, shrunk towards 0 if few
 * scenarios are shared. The result is never worse than without pairing.
 */
export function pairedNoise(
  prior: Sample,
  current: Sample,
  { shared, covariation, imbalance }: SharedScenarios,
): number {
  const degrees = prior.n + current.n - 2
  const variance = degrees > 0 ? (prior.squares + current.squares) / degrees : 0
  if (shared < 2 || !(variance > 0)) return 1
  const seen = shared - 1
  const alike = Math.min(1 - OWN, Math.max(0, covariation / seen / variance)) * (seen / (seen + UNTOLD))
  return Math.min(1, Math.max(OWN, 1 - alike + alike * imbalance))
}

type Counted = ReadonlyMap<string, { n: number; mean: number }>

/** Computes {@link SharedScenarios} from the runs by scenario and the total number of runs `n` of either version. */
export function shareScenarios(
  [priorRuns, prior]: readonly [n: number, Counted],
  [currentRuns, current]: readonly [n: number, Counted],
): SharedScenarios {
  const both = [...current].flatMap(([scenario, after]) => {
    const before = prior.get(scenario)
    return before ? [{ before: before.mean, after: after.mean }] : []
  })
  const before = mean(both.map((pair) => pair.before)) ?? 0
  const after = mean(both.map((pair) => pair.after)) ?? 0
  const shares = [...new Set([...prior.keys(), ...current.keys()])].map((scenario) => {
    const difference = (prior.get(scenario)?.n ?? 0) / priorRuns - (current.get(scenario)?.n ?? 0) / currentRuns
    return difference ** 2
  })
  const unnamed = (all: number, named: Counted) => {
    const left = all - [...named.values()].reduce((sum, { n }) => sum + n, 0)
    return left / all ** 2
  }
  return {
    shared: both.length,
    covariation: both.reduce((sum, pair) => sum + (pair.before - before) * (pair.after - after), 0),
    imbalance:
      (sumOf(shares) + unnamed(priorRuns, prior) + unnamed(currentRuns, current)) / (1 / priorRuns + 1 / currentRuns),
  }
}
