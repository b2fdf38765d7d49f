import type { ConformanceSplit } from '@/lib/engine/regression/run-noise'
import type { Interval } from '@/lib/engine/stats/descriptive'
import { type DropPosterior, type DropPrior, dropPosterior } from './drop-posterior'
import { drawBeta, drawStudentT, fixedNumbers } from './random-numbers'

/** The belief about the part of a score that is not conformance. */
const REST_PRIOR: DropPrior = { tau: 0.03, nu0: 4, s0: 0.03 }

/** Prior: a version keeps its contract at a rate of Beta(9.5, .5), and the next one at Beta(5·q0, 5·(1 - q0)). */
const OLD_RATE = { conformant: 9.5, broken: 0.5 }
const TIE = 5

const DRAWS = 1_500
const TAIL = 0.05

/** Posterior of the true drop of a score that is partly binary; `rest` is that of the other part. */
interface SplitPosterior {
  location: number
  rest: DropPosterior
  /** 1500 draws of the drop, ascending. */
  draws: Float64Array
}

/**
 * Posterior of the drop weight·(q0 - q1) + d, q0 and q1 the rates at which the versions keep their contract, d the drop of the
 * rest by {@link dropPosterior}. q0 ~ Beta(9.5 + k0, .5 + n0 - k0); q1 ~ Beta(5·q0 + k1, 5·(1 - q0) + n1 - k1).
 * Drawn from fixed numbers, so that the same runs always give the same numbers, to about ±.02.
 */
export function splitPosterior(prior: ConformanceSplit, current: ConformanceSplit): SplitPosterior {
  const rest = dropPosterior(prior.rest, current.rest, REST_PRIOR)
  const numbers = fixedNumbers()
  const weight = (prior.weight + current.weight) / 2
  const broken = { prior: prior.rest.n - prior.conformant, current: current.rest.n - current.conformant }
  const draws = new Float64Array(DRAWS)
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const old = drawBeta(OLD_RATE.conformant + prior.conformant, OLD_RATE.broken + broken.prior, numbers)
    const now = drawBeta(TIE * old + current.conformant, TIE * (1 - old) + broken.current, numbers)
    draws[draw] = weight * (old - now) + rest.location + rest.scale * drawStudentT(rest.degrees, numbers)
  }
  draws.sort()
  return { location: weight * shift(prior, current) + rest.location, rest, draws }
}

/** E[q0 - q1] = n1/(n1 + 5)·(E[q0] - k1/n1). */
function shift(prior: ConformanceSplit, { conformant, rest }: ConformanceSplit): number {
  return (rest.n * oldRate(prior) - conformant) / (rest.n + TIE)
}

const oldRate = ({ conformant, rest }: ConformanceSplit) =>
  (OLD_RATE.conformant + conformant) / (OLD_RATE.conformant + OLD_RATE.broken + rest.n)

/** P(drop > `size`), never 0 or 1, since draws cannot prove it. */
export function shareAbove({ draws }: SplitPosterior, size: number): number {
  let low = 0
  let high = draws.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((draws[middle] ?? 0) > size) high = middle
    else low = middle + 1
  }
  return (draws.length - low + 0.5) / (draws.length + 1)
}

/** The 90 % interval of the drop, between the 5th and the 95th percentile of the draws. */
export function drawnInterval({ draws }: SplitPosterior): Interval {
  const at = (share: number) => draws[Math.round(share * (draws.length - 1))] ?? Number.NaN
  return [at(TAIL), at(1 - TAIL)]
}
