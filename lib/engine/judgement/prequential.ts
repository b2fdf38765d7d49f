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

const LEAST_CHANCE = 1e-12

/** Scores forecasts (null: none was made) against the share of approvals each run received, in order of arrival (Dawid 1984). */
export function prequentialOf(labels: readonly number[], forecasts: readonly (number | null)[]): Prequential {
  let approvals = 0
  const pairs = forecasts.flatMap((chance, at) => {
    const label = labels[at] ?? 0
    // One approval and one rejection are added, so that the first verdict does not decide the share.
    const share = (approvals + 1) / (at + 2)
    approvals += label
    return chance === null ? [] : [{ chance, share, label }]
  })
  const forecast = pairs.map(({ chance, label }) => ({ probability: chance, isTrue: label }))
  const ofShare = pairs.map(({ share, label }) => ({ probability: share, isTrue: label }))
  const isNone = pairs.length === 0
  return {
    scored: pairs.length,
    logLoss: isNone ? null : logLoss(forecast, LEAST_CHANCE),
    brier: isNone ? null : brierScore(forecast),
    brierOfShare: isNone ? null : brierScore(ofShare),
    auroc: aurocOf(
      pairs.map(({ chance }) => chance),
      pairs.map(({ label }) => label >= 0.5),
    ),
  }
}

/** Area under the ROC curve by the rank sum (Mann & Whitney 1947), ties counted half; null unless both classes are present. */
export function aurocOf(scores: readonly number[], positives: readonly boolean[]): number | null {
  const inOrder = scores
    .map((score, at) => ({ score, isPositive: positives[at] ?? false }))
    .sort((a, b) => a.score - b.score)
  let [ranks, count] = [0, 0]
  for (let from = 0; from < inOrder.length; ) {
    let to = from
    while (to < inOrder.length && inOrder[to]?.score === inOrder[from]?.score) to++
    const tied = inOrder.slice(from, to).filter(({ isPositive }) => isPositive).length
    ranks += tied * ((from + to + 1) / 2)
    count += tied
    from = to
  }
  const others = inOrder.length - count
  return count === 0 || others === 0 ? null : (ranks - (count * (count + 1)) / 2) / (count * others)
}
