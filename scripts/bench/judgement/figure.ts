import { mean } from '@/lib/engine/stats/descriptive'
import { fitIsotonic } from '@/lib/engine/stats/isotonic'
import type { Forecast } from '@/lib/engine/stats/prediction-scores'
import { formatMs } from '../figures'

export const SEED = 11

/** One measure of the judgement, with its reference values. */
export type Figure = {
  name: string
  /** The value of a trivial baseline. */
  floor?: number
  /** The value of the published formula, or a published result. */
  published?: number
  ours: number
  /** Standard error of `ours`, if it is a mean over draws. */
  error?: number
  /** The best value possible on these data, or what the answers themselves would have taught. */
  best?: number
  callMs: number
}

export const columns = ['figure', 'floor', 'published', 'ours', 'best', 'a call']

export function toRow({ name, floor, published, ours, error, best, callMs }: Figure): string[] {
  const own = error === undefined ? three(ours) : `${three(ours)} ± ${three(error)}`
  return [name, three(floor), three(published), own, three(best), Number.isFinite(callMs) ? formatMs(callMs) : '-']
}

const three = (value = Number.NaN) => (Number.isFinite(value) ? value.toFixed(3) : '-')

/** Arithmetic mean; NaN for none, so that nothing measured never looks like a figure. */
export const average = (values: readonly number[]): number => mean(values) ?? Number.NaN

export const standardError = (values: readonly number[]): number => {
  const centre = average(values)
  return Math.sqrt(average(values.map((value) => (value - centre) ** 2)) / (values.length - 1))
}

/** Returns up to `size` of the values in random order, without repetition. */
export function drawSome<T>(values: readonly T[], size: number, random: () => number): T[] {
  const left = [...values]
  return Array.from({ length: Math.min(size, values.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}

/** Runs `work` and sums its time. */
export function stopwatch() {
  let [ms, calls] = [0, 0]
  return {
    time<T>(work: () => T): T {
      const startedAt = performance.now()
      const result = work()
      ms += performance.now() - startedAt
      calls++
      return result
    },
    callMs: () => ms / calls,
  }
}

/**
 * Returns the same forecasts after the best possible recalibration, which has seen the truth: the increasing step function nearest to it.
 * The steps are not interpolated, as for new forecasts, since that costs accuracy on these.
 */
export function bestRecalibrated(forecasts: readonly Forecast[]): Forecast[] {
  const steps = fitIsotonic(forecasts.map(({ probability, isTrue }) => ({ x: probability, y: Number(isTrue) })))
  const fitted = steps.flatMap(({ y, weight }) => Array.from({ length: weight }, () => y))
  return forecasts
    .toSorted((a, b) => a.probability - b.probability)
    .map((forecast, at) => ({ ...forecast, probability: fitted[at] ?? Number.NaN }))
}

/** Mean over the occurring labels of the harmonic mean of precision and recall; NaN for none. */
export function macroF1(pairs: readonly { label: string; said: string }[]): number {
  const labels = [...new Set(pairs.map(({ label }) => label))]
  return average(
    labels.map((one) => {
      const right = pairs.filter(({ label, said }) => label === one && said === one).length
      const mentions =
        pairs.filter(({ label }) => label === one).length + pairs.filter(({ said }) => said === one).length
      return (2 * right) / mentions
    }),
  )
}
