import { type Interval, sumOf } from '../stats/descriptive'
import { normalCdf } from '../stats/distributions'
import { fitMapLogistic, type LogisticBelief, logit, logitDivisor, predictLogit, sigmoid } from '../stats/map-logistic'
import { MARGIN, type Rung, type SignalRow } from './confidence-rungs'

/** A run judged by a person. `features` are those of each rung; `weight` is its weight in the fit. */
export interface Verdict {
  row: SignalRow
  features: readonly (readonly number[])[]
  approved: boolean
  weight: number
}

/** One part of a blend with its posterior share, which sum to 1; without `fit` it is the published confidence itself. JSON-serializable. */
interface BlendPart {
  share: number
  fit: LogisticBelief | null
}

/** Posterior for the probability that a person approves: the published confidence, then each rung. */
export type Blend = readonly BlendPart[]

const IDENTITY_SHARE = 1 / 3
const NEGLIGIBLE = 1e-6

/**
 * Mixes the published confidence and the given regressions by their evidence (Laplace). `before` is a blend of fewer of the same verdicts,
 * used as the starting point of the search.
 */
export function fitBlend(rungs: readonly Rung[], verdicts: readonly Verdict[], before?: Blend): Blend {
  const labels = verdicts.map(({ approved }) => Number(approved))
  const weights = verdicts.map(({ weight }) => weight)
  const asPublished = verdicts.reduce(
    (sum, { row, approved, weight }) => sum + weight * Math.log(sigmoid((approved ? 1 : -1) * logitOf(row))),
    0,
  )
  const fits = rungs.map((rung, index) => {
    const fit = fitMapLogistic(
      verdicts.map(({ features }) => features[index] ?? []),
      labels,
      {
        priorMean: rung.mean,
        priorPrecision: rung.precision,
        weights,
        start: before?.[index + 1]?.fit?.coefficients,
      },
    )
    return { rung, fit, logBelief: fit.logEvidence + Math.log(rung.share) }
  })
  const logBeliefs = [asPublished + Math.log(IDENTITY_SHARE), ...fits.map(({ logBelief }) => logBelief)]
  const highest = Math.max(...logBeliefs)
  const beliefs = logBeliefs.map((belief) => Math.exp(belief - highest))
  const total = sumOf(beliefs)
  return [null, ...fits].map((one, index) => ({
    share: (beliefs[index] ?? 0) / total,
    fit: one && { coefficients: one.fit.coefficients, covariance: one.fit.covariance },
  }))
}

/**
 * Returns the probability in (0, 1): the mean of the parts' predictions by their shares, each averaged over the uncertainty of its
 * coefficients.
 */
export function predictBlend(rungs: readonly Rung[], blend: Blend, row: SignalRow): number {
  let [sum, total] = [0, 0]
  for (const [index, part] of blend.entries()) {
    if (part.share <= NEGLIGIBLE) continue
    sum += part.share * chanceOf(rungs[index - 1], part, row)
    total += part.share
  }
  return sum / total
}

const logitOf = ({ confidence }: SignalRow) => logit(confidence, MARGIN)

function chanceOf(rung: Rung | undefined, { fit }: BlendPart, row: SignalRow): number {
  if (!rung || !fit) return row.confidence
  const { mean, variance } = predictLogit(fit, rung.features(row))
  return sigmoid(mean / logitDivisor(variance))
}

const FARTHEST = 40
const HALVINGS = 40

/**
 * Returns the credible interval at `level`: quantiles of the mixture of the parts' normal logits, found by bisection. Always contains the
 * value of {@link predictBlend}.
 */
export function blendInterval(rungs: readonly Rung[], blend: Blend, row: SignalRow, level: number): Interval {
  const chance = predictBlend(rungs, blend, row)
  const normals = blend.flatMap(({ share, fit }, index) => {
    if (share <= NEGLIGIBLE) return []
    const rung = rungs[index - 1]
    const { mean, variance } = rung && fit ? predictLogit(fit, rung.features(row)) : { mean: logitOf(row), variance: 0 }
    return [{ share, mean, sd: Math.sqrt(variance) }]
  })
  const total = normals.reduce((sum, { share }) => sum + share, 0)
  const below = (x: number) =>
    normals.reduce(
      (sum, { share, mean, sd }) => sum + share * (sd > 0 ? normalCdf((x - mean) / sd) : Number(x >= mean)),
      0,
    ) / total
  const at = (probability: number) => {
    let [low, high] = [-FARTHEST, FARTHEST]
    for (let step = 0; step < HALVINGS; step++) {
      const middle = (low + high) / 2
      if (below(middle) < probability) low = middle
      else high = middle
    }
    return sigmoid((low + high) / 2)
  }
  return [Math.min(at((1 - level) / 2), chance), Math.max(at((1 + level) / 2), chance)]
}
