import { decimalsThatKeep, limitText, scoreText } from '@/lib/engine/score-text'
import { exceeds } from '@/lib/engine/tolerance'

/** Shown for a missing value, which is never shown as zero. */
export const MISSING = '—'

export const MINUS = '\u2212'
const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

export type Maybe = number | null | undefined

/** Whether there is no finite number to show. */
export function isMissing(value: Maybe): value is null | undefined {
  return value === null || value === undefined || !Number.isFinite(value)
}

/** Formats a score in [0, 1] by {@link scoreText}. */
export function formatScore(value: Maybe, ...thresholds: readonly (number | undefined)[]): string {
  if (isMissing(value)) return MISSING
  const text = scoreText(value, ...thresholds)
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', MINUS)
}

/** Formats the unrounded number, for titles and tables of exact values. */
export function formatExact(value: Maybe): string {
  return isMissing(value) ? MISSING : String(Number(value.toPrecision(12))).replace('-', MINUS)
}

/** A smaller change of a score is shown as 0.00 by {@link formatChange}. */
export const VISIBLE_CHANGE = 0.005

/** Formats a change with its sign: "+0.04", "−0.07", "0.00". */
export function formatChange(value: Maybe, decimals = 2): string {
  if (isMissing(value)) return MISSING
  const text = Math.abs(value).toFixed(decimals)
  if (Number(text) === 0) return text
  return `${value > 0 ? '+' : MINUS}${text}`
}

/** Formats a drop as the change it is: "−0.053" beside a limit of 0.05. */
export function formatDropChange(drop: Maybe, limit: number): string {
  return isMissing(drop) ? MISSING : formatChange(0 - drop, dropDecimals(drop, limit))
}

/** The decimals, two or more, that show on which side of a limit a drop is. */
const dropDecimals = (drop: number, limit: number) => decimalsThatKeep(drop, (shown) => exceeds(shown, limit))

/** Formats a share in [0, 1] as whole per cent; only exact 0 and 1 are shown as "0%" and "100%". */
export function formatPercent(share: Maybe): string {
  if (isMissing(share)) return MISSING
  if (share > 0 && share < 0.005) return '<1%'
  if (share < 1 && share >= 0.995) return '>99%'
  return `${Math.round(share * 100)}%`
}

/** Formats a computed chance as whole per cent; it is never certain, also where it rounds to exactly 0 or 1. */
export function formatChance(chance: Maybe): string {
  return isMissing(chance) ? MISSING : formatPercent(Math.min(1 - Number.EPSILON, Math.max(Number.EPSILON, chance)))
}

/**
 * Formats an interval of shares in per cent, with a decimal if it ends below ten or begins above ninety: "61 to 93%", "0.6 to 4.9%". As in
 * {@link formatPercent}, only exact 0 and 1 are shown as such where there is a decimal.
 */
export function formatPercentInterval([low, high]: readonly [number, number]): string {
  if (high >= 0.1 && low <= 0.9) return `${(low * 100).toFixed(0)} to ${(high * 100).toFixed(0)}%`
  const end = (share: number) => (share > 0 && share < 1 ? Math.min(99.9, Math.max(0.1, share * 100)) : share * 100)
  return `${end(low).toFixed(1)} to ${end(high).toFixed(1)}%`
}

/** Formats a count with thousands separators. */
export function formatCount(value: Maybe): string {
  return isMissing(value) ? MISSING : grouped.format(value)
}

/** Formats a large count in three figures: "842", "12.4k", "3.10M". */
export function formatCompact(value: Maybe): string {
  if (isMissing(value)) return MISSING
  for (const [limit, unit] of [
    [1e12, 'T'],
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    // Rounding to three figures may carry into the next unit: 999,600 is "1.00M".
    if (Math.abs(value) >= limit * 0.9995) return `${(value / limit).toPrecision(3)}${unit}`
  }
  return grouped.format(value)
}

/** "1 run", "12 runs". */
export function formatPlural(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}

/** "138 of 144 runs"; "144 runs" if it is all of them. */
export function formatPart(part: number, all: number, noun: string): string {
  const whole = formatPlural(all, noun)
  return part === all ? whole : `${formatCount(part)} of ${whole}`
}

/** Says of a list which of all its rows it shows, "The 200 newest of 4,800.", if those are not all; empty otherwise. */
export const formatListed = (listed: number, which: string, all: number): string =>
  all > listed ? `The ${formatCount(listed)} ${which} of ${formatCount(all)}.` : ''

/** Formats a closed interval: "0.78 to 0.88". */
export function formatInterval(interval: readonly [number, number] | null | undefined): string {
  return interval ? `${formatScore(interval[0])} to ${formatScore(interval[1])}` : MISSING
}

/** Formats US dollars: "$0.00" for nothing, cents from one dollar up, four decimals below, "<$0.0001" for less than that. */
export function formatCost(costUsd: number | null | undefined): string {
  if (costUsd === null || costUsd === undefined || !Number.isFinite(costUsd)) return MISSING
  if (costUsd > 0 && costUsd < 0.0001) return '<$0.0001'
  // What four decimals round up to a dollar has its two.
  if (costUsd > 0 && costUsd < 0.99995) return `$${costUsd.toFixed(4)}`
  return `$${costUsd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

/** Formats the size of a change by `format`, with its sign unless it is shown as nothing. */
export function formatSigned(change: number, format: (size: number) => string): string {
  const text = format(Math.abs(change))
  return change === 0 || text === format(0) ? text : `${change > 0 ? '+' : MINUS}${text}`
}

/** Formats a change of a cost with its sign; with six decimals if it, or one `among` which it is shown, is below the least cost shown. */
export function formatCostChange(change: number, among: readonly number[] = [change]): string {
  const isTiny = among.some((one) => one !== 0 && Math.abs(one) < 0.0001)
  return formatSigned(change, (size) => (size > 0 && size < 1 && isTiny ? `$${size.toFixed(6)}` : formatCost(size)))
}

/** Formats token counts: "1,787 in, 90 out"; an unknown side is left out. */
export function formatTokenPair({ input, output }: { input: number | null; output: number | null }): string {
  const parts = [
    input === null ? null : `${formatCount(input)} in`,
    output === null ? null : `${formatCount(output)} out`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : MISSING
}

/** Formats a threshold by {@link limitText}: "0.05". */
export const formatLimit = limitText
