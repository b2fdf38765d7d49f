import type { Interval } from '../stats/descriptive'
import { Z_95 } from '../stats/intervals'
import { brierScore, logLoss } from '../stats/prediction-scores'

/** Quality of forecasts made before the verdict was known; all null without forecasts. */
export interface Prequential {
  /** Number of forecasts compared with a verdict. */
  scored: number
  /** Mean of -ln(probability of the actual verdict), in nats. */
  logLoss: number | null
  /** Mean squared error, 0 to 1. */
  brier: number | null
  /** Mean squared error of always predicting the share of approvals so far: the baseline a forecast has to beat. */
  brierOfShare: number | null
  /** Probability that an approved run had a higher forecast than a rejected one; null when all verdicts are equal. */
  auroc: number | null
}

const CHANCE_MIN = 1e-12

/** Scores forecasts (null: none was made) against the share of approvals each run received, in order of arrival (Dawid 1984). */
export function prequentialOf(labels: readonly number[], forecasts: readonly (number | null)[]): Prequential {
  const shares = sharesSoFar(labels)
  const pairs = forecasts.flatMap((chance, at) =>
    chance === null ? [] : [{ chance, share: shares[at] ?? 0.5, label: labels[at] ?? 0 }],
  )
  const forecast = pairs.map(({ chance, label }) => ({ probability: chance, isTrue: label }))
  const ofShare = pairs.map(({ share, label }) => ({ probability: share, isTrue: label }))
  const isNone = pairs.length === 0
  return {
    scored: pairs.length,
    logLoss: isNone ? null : logLoss(forecast, CHANCE_MIN),
    brier: isNone ? null : brierScore(forecast),
    brierOfShare: isNone ? null : brierScore(ofShare),
    auroc: aurocOf(
      pairs.map(({ chance }) => chance),
      pairs.map(({ label }) => label >= 0.5),
    ),
  }
}

/**
 * Returns the share of approvals before each verdict. One approval and one rejection are added, so that the first verdict does not decide
 * it.
 */
export function sharesSoFar(labels: readonly number[]): number[] {
  let approvals = 0
  return labels.map((label, at) => {
    const share = (approvals + 1) / (at + 2)
    approvals += label
    return share
  })
}

/** Area under the ROC curve by the rank sum (Mann & Whitney 1947), ties counted half; null unless both classes are present. */
export function aurocOf(scores: readonly number[], positives: readonly boolean[]): number | null {
  const inOrder = scores
    .map((score, at) => ({ score, isPositive: positives[at] ?? false }))
    .sort((a, b) => a.score - b.score)
  let [ranks, count] = [0, 0]
  for (let from = 0; from < inOrder.length; ) {
    let to = from + 1
    while (to < inOrder.length && inOrder[to]?.score === inOrder[from]?.score) to++
    const tied = inOrder.slice(from, to).filter(({ isPositive }) => isPositive).length
    ranks += tied * ((from + to + 1) / 2)
    count += tied
    from = to
  }
  const others = inOrder.length - count
  return count === 0 || others === 0 ? null : (ranks - (count * (count + 1)) / 2) / (count * others)
}

const STEPS = 60

/**
 * 95 % interval of an area under the ROC curve from so many positive and negative cases: all areas whose standard error (Hanley & McNeil
 * 1982) puts the observed one within reach (Newcombe 2006, method 5). Never leaves [0, 1], and is not a point for a perfect order.
 */
export function aurocInterval(area: number, positives: number, negatives: number): Interval {
  const others = (positives + negatives) / 2 - 1
  const variance = (a: number) =>
    (a * (1 - a) * (1 + others * ((1 - a) / (2 - a) + a / (1 + a)))) / (positives * negatives)
  const isWithin = (a: number) => (area - a) ** 2 <= Z_95 ** 2 * variance(a)
  const reach = (end: number) => {
    let [inside, outside] = [area, end]
    for (let step = 0; step < STEPS; step++) {
      const middle = (inside + outside) / 2
      if (isWithin(middle)) inside = middle
      else outside = middle
    }
    return inside
  }
  return [area === 0 ? 0 : reach(0), area === 1 ? 1 : reach(1)]
}
