import type { Interval } from '@/lib/engine/stats/interval'
import { mean } from '@/lib/engine/stats/mean'
import { wilsonInterval } from '@/lib/engine/stats/wilson-interval'

/** The factors of one run by name, each 0 to 1, null where it was not measured. `conformance` is a yes or no. */
export interface RunFactors {
  conformance?: boolean | number | null
  [factor: string]: boolean | number | null | undefined
}

/** How one factor moved between two versions. `change` is current - prior, negative is worse; null where one is unmeasured. */
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

export interface FactorChanges {
  factors: FactorChange[]
  /** Apart from the others: being 0 or 1 it moves a small mean by a lot. Null where no run measured it. */
  conformance: ConformanceChange | null
}

const CONFORMANCE = 'conformance'

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

const shareInterval = (values: number[]) => wilsonInterval(values.filter((value) => value >= 0.5).length, values.length)

/** Mean of every factor in the prior and the current runs, and how it changed; runs that did not measure a factor stay out. */
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
