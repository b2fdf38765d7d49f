import { type Interval, mean } from '../stats/descriptive'
import { wilsonInterval } from '../stats/intervals'
import { CONFORMANT_MIN } from '../trace/score-trace'

/** The factors of one run by name, each 0 to 1, null if not measured. `conformance` is a boolean. */
export interface RunFactors {
  conformance?: boolean | number | null
  [factor: string]: boolean | number | null | undefined
}

/** How one factor changed between two versions. `change` is current - prior, negative is worse; null if one is unmeasured. */
export interface FactorChange {
  factor: string
  priorMean: number | null
  currentMean: number | null
  change: number | null
  nPrior: number
  nCurrent: number
}

/** Shares of runs that kept the contract, with 95 % Wilson intervals. */
export interface ConformanceChange extends FactorChange {
  priorInterval: Interval
  currentInterval: Interval
}

interface FactorChanges {
  factors: FactorChange[]
  /** Separate from the others because, being 0 or 1, it moves a small mean by a lot. Null if no run measured it. */
  conformance: ConformanceChange | null
}

const CONFORMANCE = 'conformance'

/** Compares the mean of every factor in the prior and the current runs, excluding runs that did not measure it. */
export function compareFactors(prior: readonly RunFactors[], current: readonly RunFactors[]): FactorChanges {
  const names = new Set([...prior, ...current].flatMap((run) => Object.keys(run)))
  const isMeasured = names.delete(CONFORMANCE)
  const before = valuesOf(prior, CONFORMANCE)
  const after = valuesOf(current, CONFORMANCE)
  const conformance = {
    ...changeOf(CONFORMANCE, before, after),
    priorInterval: shareInterval(before),
    currentInterval: shareInterval(after),
  }
  return {
    factors: [...names].map((factor) => changeOf(factor, valuesOf(prior, factor), valuesOf(current, factor))),
    conformance: isMeasured && before.length + after.length > 0 ? conformance : null,
  }
}

function valuesOf(runs: readonly RunFactors[], factor: string): number[] {
  return runs
    .map((run) => run[factor])
    .map((value) => (typeof value === 'boolean' ? Number(value) : value))
    .filter((value): value is number => typeof value === 'number' && Number.isFinite(value))
}

function changeOf(factor: string, before: number[], after: number[]): FactorChange {
  const priorMean = mean(before)
  const currentMean = mean(after)
  const change = priorMean === null || currentMean === null ? null : currentMean - priorMean
  return { factor, priorMean, currentMean, change, nPrior: before.length, nCurrent: after.length }
}

const shareInterval = (values: number[]) =>
  wilsonInterval(values.filter((value) => value >= CONFORMANT_MIN).length, values.length)
