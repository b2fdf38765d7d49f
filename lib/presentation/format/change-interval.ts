import { decimalsThatKeep } from '@/lib/engine/score-text'
import { formatChange } from './number'

/** Formats the interval of a change with signs: "−0.20 to +0.01"; with up to four decimals if it lies above or below 0, "−0.200 to −0.003". */
export function formatChangeInterval([low, high]: readonly [number, number]): string {
  const kept = [decimalsThatKeep(low, (end) => end > 0), decimalsThatKeep(high, (end) => end < 0)]
  const decimals = Math.min(4, Math.max(...kept))
  return `${formatChange(low, decimals)} to ${formatChange(high, decimals)}`
}
