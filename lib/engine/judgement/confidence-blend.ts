import { normalCdf } from '../stats/distributions'
import type { Interval } from '../stats/intervals'
import { fitMapLogistic, type LogisticFit, logit, sigmoid } from '../stats/map-logistic'
import { MARGIN, type Rung, type SignalRow } from './confidence-rungs'

/** A run on which a person has spoken. `features` are those of each rung; `weight` counts it. */
export interface Verdict {
  row: SignalRow
  features: readonly (readonly number[])[]
  approved: boolean
  weight: number
}

/** One part of the blend with the belief in it, all together 1. The published confidence as it is has no fit. */
interface Part {
  method: 'identity' | Rung['method']
  share: number
  rung?: Rung
  fit?: LogisticFit
}

/** What the verdicts say of the chance that a person approves. */
export interface Blend {
  parts: readonly Part[]
  /** The chance, in (0, 1): the parts' predictions by their shares, each averaged over what is left open of its coefficients. */
  predict: (row: SignalRow) => number
  /** Where the chance lies with `level` of the belief; holds what {@link Blend.predict} says. */
  interval: (row: SignalRow, level: number) => Interval
}

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
        start: before?.parts[index + 1]?.fit?.coefficients,
      },
    )
    return { rung, fit, logBelief: fit.logEvidence + Math.log(rung.share) }
  })
  const logBeliefs = [asPublished + Math.log(IDENTITY_SHARE), ...fits.map(({ logBelief }) => logBelief)]
  const highest = Math.max(...logBeliefs)
  const beliefs = logBeliefs.map((belief) => Math.exp(belief - highest))
  const total = beliefs.reduce((sum, belief) => sum + belief, 0)
  const shareAt = (index: number) => (beliefs[index] ?? 0) / total
  const parts: Part[] = [
    { method: 'identity', share: shareAt(0) },
    ...fits.map(({ rung, fit }, index) => ({ method: rung.method, share: shareAt(index + 1), rung, fit })),
  ]
  const heard = parts.filter(({ share }) => share > NEGLIGIBLE)
  const predict = (row: SignalRow) =>
    heard.reduce((sum, part) => sum + part.share * chanceOf(part, row), 0) /
    heard.reduce((sum, { share }) => sum + share, 0)
  return { parts, predict, interval: (row, level) => intervalOf(heard, row, level, predict(row)) }
}

const logitOf = ({ confidence }: SignalRow) => logit(confidence, MARGIN)

/** Of a logit that is believed to be normal, the mean chance is close to sigmoid(mean / sqrt(1 + π variance / 8)) (MacKay 1992). */
function chanceOf({ rung, fit }: Part, row: SignalRow): number {
  if (!rung || !fit) return row.confidence
  const { mean, variance } = fit.predictLogit(rung.features(row))
  return sigmoid(mean / Math.sqrt(1 + (Math.PI * variance) / 8))
}

const FARTHEST = 40
const HALVINGS = 40

/** Quantiles of the mixture of the parts' normal logits, found by bisection, and never beyond the `chance` itself. */
function intervalOf(parts: readonly Part[], row: SignalRow, level: number, chance: number): Interval {
  const normals = parts.map(({ share, rung, fit }) => {
    const { mean, variance } = rung && fit ? fit.predictLogit(rung.features(row)) : { mean: logitOf(row), variance: 0 }
    return { share, mean, sd: Math.sqrt(variance) }
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
