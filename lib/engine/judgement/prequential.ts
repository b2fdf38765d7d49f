import { mean } from '../stats/descriptive'

/** How good forecasts were that were made before the verdict was known; all null where none was. */
export interface Prequential {
  /** Forecasts that were compared with a verdict. */
  scored: number
  /** Mean of -ln(chance given to what came), in nats. */
  logLoss: number | null
  /** Mean squared error, 0 to 1. */
  brier: number | null
  /** The same for always saying the share of approvals so far: what a forecast has to beat. */
  brierOfShare: number | null
  /** Chance that an approved run had a higher forecast than a rejected one; null where all verdicts are alike. */
  auroc: number | null
}

const LEAST_CHANCE = 1e-12

/** Compares forecasts (null: none was made) with the share of approvals that each run then got, in the order of arrival (Dawid 1984). */
export function prequentialOf(labels: readonly number[], forecasts: readonly (number | null)[]): Prequential {
  const pairs = forecasts.flatMap((chance, at) => {
    if (chance === null) return []
    const before = labels.slice(0, at)
    // One approval and one rejection are added, so that the first verdict does not settle the share.
    const share = before.reduce((sum, label) => sum + label, 1) / (before.length + 2)
    return [{ chance, share, label: labels[at] ?? 0 }]
  })
  return {
    scored: pairs.length,
    logLoss: mean(pairs.map(({ chance, label }) => -(label * ln(chance) + (1 - label) * ln(1 - chance)))),
    brier: mean(pairs.map(({ chance, label }) => (chance - label) ** 2)),
    brierOfShare: mean(pairs.map(({ share, label }) => (share - label) ** 2)),
    auroc: aurocOf(
      pairs.map(({ chance }) => chance),
      pairs.map(({ label }) => label >= 0.5),
    ),
  }
}

/** Area under the ROC curve by the rank sum (Mann & Whitney 1947), ties counted half; null without both kinds. */
function aurocOf(scores: readonly number[], positives: readonly boolean[]): number | null {
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

const ln = (chance: number) => Math.log(Math.max(LEAST_CHANCE, chance))
