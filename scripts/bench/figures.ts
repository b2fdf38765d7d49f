import { quantile } from '@/lib/engine/stats/descriptive'

/** Quantile of measured times or rates; NaN for none, so that an empty series never looks fast. */
export function quantileOf(values: readonly number[], share: number): number {
  return quantile(values, share) ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantileOf(values, 0.5)

/** Milliseconds with only significant digits. */
export function formatMs(ms: number): string {
  return `${ms.toFixed(ms < 10 ? 2 : ms < 100 ? 1 : 0)} ms`
}

export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}

export function formatRatio(ratio: number): string {
  return ratio.toFixed(2)
}

export function formatMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}

export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`
}
