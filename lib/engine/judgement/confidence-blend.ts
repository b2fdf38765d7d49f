import type { Interval } from '../stats/descriptive'
import { normalCdf } from '../stats/distributions'
import { fitMapLogistic, type LogisticBelief, logit, predictLogit, sigmoid } from '../stats/map-logistic'
import { MARGIN, type Rung, type SignalRow } from './confidence-rungs'

/** A run on which a person has spoken. `features` are those of each rung; `weight` counts it. */
export interface Verdict {
  row: SignalRow
  features: readonly (readonly number[])[]
  approved: boolean
  weight: number
}

/** One part of a blend with the belief in it, all together 1; no `fit` is the published confidence as it is. Plain data. */
export interface BlendPart {
  share: number
  fit: LogisticBelief | null
}

/** What verdicts say of the chance that a person approves: the published confidence, then each rung. */
export type Blend = readonly BlendPart[]

const IDENTITY_SHARE = 1 / 3
const NEGLIGIBLE = 1e-6

/**
 * The published confidence as it is, and these regressions, mixed by their evidence (Laplace). `before` is a blend of fewer of the
 * same verdicts, from which the search begins.
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
  const total = beliefs.reduce((sum, belief) => sum + belief, 0)
  return [null, ...fits].map((one, index) => ({
    share: (beliefs[index] ?? 0) / total,
    fit: one && { coefficients: one.fit.coefficients, covariance: one.fit.covariance },
  }))
}

/** The chance, in (0, 1): the parts' predictions by their shares, each averaged over what is left open of its coefficients. */
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

/** Of a logit that is believed to be normal, the mean chance is close to sigmoid(mean / sqrt(1 + π variance / 8)) (MacKay 1992). */
function chanceOf(rung: Rung | undefined, { fit }: BlendPart, row: SignalRow): number {
  if (!rung || !fit) return row.confidence
  const { mean, variance } = predictLogit(fit, rung.features(row))
  return sigmoid(mean / Math.sqrt(1 + (Math.PI * variance) / 8))
}

const FARTHEST = 40
const HALVINGS = 40

/**
 * Where the chance lies with `level` of the belief: quantiles of the mixture of the parts' normal logits, found by bisection. Holds what
 * {@link predictBlend} says.
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
