import type { OutputOf } from '@/lib/contracts/contract'
import type { EstimateQuality as Contract } from '@/lib/contracts/judgement'
import { InputCheck } from '../input-error'
import { type Interval, poolSamples, type Sample, sampleOf } from '../stats/descriptive'
import { normalQuantile, studentTQuantile } from '../stats/distributions'
import { wilsonInterval } from '../stats/intervals'
import { clamp01 } from '../tolerance'
import { centred, type JudgedScore, type Moments, plainMean, poweredMean, type Stratum } from './powered-mean'

/** Strata are estimated separately if each has at least this many verdicts. */
export const STRATUM_VERDICTS_MIN = 5
/** Scores are ignored if they would widen the interval of the verdicts alone by more than this share. */
const WIDER_MAX = 0.05
/** Level of the intervals, unless another is asked for. */
export const LEVEL = 0.95

export interface QualityInput {
  /** Runs judged by a person: `automated` and `verdict` in [0, 1], 1 is good. */
  labelled: readonly (JudgedScore & { stratum?: string | undefined })[]
  /** The other runs of the period. */
  unlabelled: readonly { automated: number; stratum?: string | undefined }[]
  /** Level of the intervals, strictly between 0 and 1; 0.95 by default. */
  level?: number | undefined
}

/** Like {@link QualityInput} at {@link LEVEL}, with the other runs given by count, mean and sum of squared deviations, one or more entries per stratum. */
export interface QualitySums extends Omit<QualityInput, 'unlabelled' | 'level'> {
  unlabelled: readonly (Sample & { stratum?: string | undefined })[]
}

export type QualityEstimate = OutputOf<Contract>
type ShareEstimate = QualityEstimate['labelsOnly']

/**
 * Estimates the true share of good runs in a period from few verdicts and many automated scores, by {@link poweredMean}, or from the
 * verdicts alone when scores do not help. Strata are estimated separately if each has {@link STRATUM_VERDICTS_MIN} verdicts.
 * @throws {EngineInputError} on a score, verdict or level out of range.
 */
export function estimateQuality({ labelled, unlabelled, level = LEVEL }: QualityInput): QualityEstimate {
  const check = new InputCheck()
  for (const [index, { automated }] of unlabelled.entries())
    check.requireNumber(automated, `unlabelled[${index}].automated`, 0, 1)
  check.require(level > 0 && level < 1, 'level', 'must be strictly between 0 and 1')
  requireJudged(check, labelled)
  const byStratum = Map.groupBy(unlabelled, ({ stratum }) => stratum)
  const samples = [...byStratum].flatMap(([stratum, runs]) => {
    const sample = sampleOf(runs.map(({ automated }) => automated))
    return sample ? [{ ...sample, stratum }] : []
  })
  return estimate(labelled, samples, level)
}

/**
 * Like {@link estimateQuality}, from summary statistics of the unjudged runs, so that these need not be loaded.
 * @throws {EngineInputError} on a score, verdict or sum out of range.
 */
export function estimateQualityOfSums({ labelled, unlabelled }: QualitySums): QualityEstimate {
  const check = new InputCheck()
  for (const [index, { n, mean, squares }] of unlabelled.entries()) {
    check.require(Number.isInteger(n) && n >= 0, `unlabelled[${index}].n`, 'must be a whole number of 0 or more')
    check.requireNumber(mean, `unlabelled[${index}].mean`, 0, 1)
    check.requireNumber(squares, `unlabelled[${index}].squares`, 0)
  }
  requireJudged(check, labelled)
  return estimate(
    labelled,
    unlabelled.filter(({ n }) => n > 0),
    LEVEL,
  )
}

function estimate(
  labelled: QualityInput['labelled'],
  unlabelled: QualitySums['unlabelled'],
  level: number,
): QualityEstimate {
  const strata = strataOf(labelled, unlabelled)
  const verdicts = labelled.map(({ verdict }) => verdict)
  const isYesOrNo = verdicts.every((verdict) => verdict === 0 || verdict === 1)
  const isAlike = new Set(verdicts).size <= 1
  const plain = verdicts.length > 0 ? plainMean(strata) : null
  const labelsOnly = ofVerdicts(plain, { n: verdicts.length, isYesOrNo, isAlike, isWhole: strata.length === 1, level })
  const report: QualityEstimate = {
    ...labelsOnly,
    method: isYesOrNo || isAlike ? 'wilson' : 'classical',
    correlation: correlationOf(labelled),
    effectiveLabels: verdicts.length,
    labelsOnly,
    automatedMean: meanOfAll(labelled, unlabelled),
    stratified: strata.length > 1,
  }
  const powered = plain && !isAlike ? poweredMean(strata) : null
  if (!plain || !powered) return report
  return usingScores(report, { plain, powered }, isYesOrNo, level)
}

/** Replaces an estimate from verdicts alone by one that uses scores, unless that is wider. */
export function usingScores(
  report: QualityEstimate,
  { plain, powered }: { plain: Moments; powered: Moments },
  isYesOrNo: boolean,
  level: number,
): QualityEstimate {
  const interval = intervalOf(powered, isYesOrNo, level)
  if (widthOf(interval) > (1 + WIDER_MAX) * widthOf(report.labelsOnly.interval)) return report
  const effectiveLabels = report.effectiveLabels * Math.max(1, plain.variance / powered.variance)
  return { ...report, estimate: clamp01(powered.mean), interval, method: 'ppi', effectiveLabels }
}

/** Requires scores and verdicts in [0, 1]. @throws {EngineInputError} naming every invalid field */
export function requireJudged(check: InputCheck, labelled: QualityInput['labelled']): void {
  for (const [index, { automated, verdict }] of labelled.entries()) {
    check.requireNumber(automated, `labelled[${index}].automated`, 0, 1)
    check.requireNumber(verdict, `labelled[${index}].verdict`, 0, 1)
  }
  check.throwIfAny()
}

/** Returns the strata, or all runs as one stratum if any has too few verdicts. Runs without a stratum form a separate one. */
function strataOf(labelled: QualityInput['labelled'], unlabelled: QualitySums['unlabelled']): Stratum[] {
  const judged = Map.groupBy(labelled, ({ stratum }) => stratum)
  const others = Map.groupBy(unlabelled, ({ stratum }) => stratum)
  const names = [...new Set([...judged.keys(), ...others.keys()])].sort((a = '', b = '') => (a < b ? -1 : 1))
  const isTold = names.every((name) => (judged.get(name)?.length ?? 0) >= STRATUM_VERDICTS_MIN)
  if (!isTold) return [{ judged: labelled, others: pooled(unlabelled), share: 1 }]
  const runs = labelled.length + (pooled(unlabelled)?.n ?? 0)
  return names.map((name) => {
    const [own, open] = [judged.get(name) ?? [], pooled(others.get(name) ?? [])]
    return { judged: own, others: open, share: (own.length + (open?.n ?? 0)) / runs }
  })
}

/** Mean score of all runs, in [0, 1]; null without runs. */
export function meanOfAll(labelled: QualityInput['labelled'], unlabelled: QualitySums['unlabelled']): number | null {
  return pooled([...scoresOf(labelled), ...unlabelled])?.mean ?? null
}

function scoresOf(labelled: QualityInput['labelled']): Sample[] {
  const sample = sampleOf(labelled.map(({ automated }) => automated))
  return sample ? [sample] : []
}

/** Combines several samples; null for none. */
export function pooled(samples: readonly Sample[]): Sample | null {
  return samples.length > 0 ? samples.reduce(poolSamples) : null
}

type Kind = { n: number; isYesOrNo: boolean; isAlike: boolean; isWhole: boolean; level: number }

function ofVerdicts(plain: Moments | null, { n, isYesOrNo, isAlike, isWhole, level }: Kind): ShareEstimate {
  if (!plain) return { estimate: null, interval: [0, 1] }
  const estimate = clamp01(plain.mean)
  if (isAlike || (isYesOrNo && isWhole))
    return { estimate, interval: wilsonInterval(estimate * n, n, normalQuantile((1 + level) / 2)) }
  return { estimate, interval: intervalOf(plain, isYesOrNo, level) }
}

/** Returns the interval of an estimate in [0, 1] at a level such as .95: that of a share for yes and no, else that of a mean. */
export function intervalOf(moments: Moments, isYesOrNo: boolean, level: number): Interval {
  return isYesOrNo ? shareInterval(moments, level) : meanInterval(moments, level)
}

/** mean ± t · sqrt(variance), within [0, 1]. */
function meanInterval({ mean: centre, variance, degrees }: Moments, level: number): Interval {
  const half = studentTQuantile((1 + level) / 2, degrees) * Math.sqrt(variance)
  return [clamp01(centre - half), clamp01(centre + half)]
}

/**
 * Wilson's interval of a share, for the number of verdicts that would have this variance, p (1 - p) / variance, with t for z. With few
 * verdicts and near 0 and 1 it keeps its level, where mean ± t misses it by up to .05.
 */
function shareInterval(moments: Moments, level: number): Interval {
  const share = clamp01(moments.mean)
  const worth = (share * (1 - share)) / moments.variance
  if (!(worth > 0)) return meanInterval(moments, level)
  return wilsonInterval(share * worth, worth, studentTQuantile((1 + level) / 2, moments.degrees))
}

const widthOf = ([low, high]: Interval) => high - low

/** Returns Pearson's correlation of scores with verdicts, in [-1, 1]; null where one does not vary. */
export function correlationOf(judged: readonly JudgedScore[]): number | null {
  let [product, scores, verdicts] = [0, 0, 0]
  for (const { automated, verdict } of centred(judged)) {
    product += automated * verdict
    scores += automated ** 2
    verdicts += verdict ** 2
  }
  return scores > 0 && verdicts > 0 ? Math.min(1, Math.max(-1, product / Math.sqrt(scores * verdicts))) : null
}
