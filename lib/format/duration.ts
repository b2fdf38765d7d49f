import { MISSING } from './number'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A measured time: "820 ms", "3.4 s", "2 min 05 s", "1 h 12 min". */
export function formatDuration(durationMs: number | null | undefined): string {
  if (durationMs === null || durationMs === undefined || !Number.isFinite(durationMs)) return MISSING
  if (durationMs < SECOND_MS) return `${Math.round(durationMs)} ms`
  if (durationMs < 10 * SECOND_MS) return `${(durationMs / SECOND_MS).toFixed(1)} s`
  if (durationMs < MINUTE_MS) return `${Math.round(durationMs / SECOND_MS)} s`
  if (durationMs < HOUR_MS) return pair(durationMs, MINUTE_MS, 'min', SECOND_MS, 's')
  if (durationMs < DAY_MS) return pair(durationMs, HOUR_MS, 'h', MINUTE_MS, 'min')
  return pair(durationMs, DAY_MS, 'd', HOUR_MS, 'h')
}

/** A time to wait, rounded down so that it never promises more than is left: "3 d 4 h", "5 h 12 min", "59 s". */
export function formatRemaining(remainingMs: number): string {
  if (remainingMs < MINUTE_MS) return `${Math.max(0, Math.floor(remainingMs / SECOND_MS))} s`
  if (remainingMs < 10 * MINUTE_MS) return pair(remainingMs, MINUTE_MS, 'min', SECOND_MS, 's')
  if (remainingMs < HOUR_MS) return `${Math.floor(remainingMs / MINUTE_MS)} min`
  if (remainingMs < DAY_MS) return pair(remainingMs, HOUR_MS, 'h', MINUTE_MS, 'min')
  return pair(remainingMs, DAY_MS, 'd', HOUR_MS, 'h')
}

function pair(totalMs: number, bigMs: number, bigUnit: string, smallMs: number, smallUnit: string): string {
  const smallCount = Math.floor(totalMs / smallMs)
  const perBig = bigMs / smallMs
  const rest = String(smallCount % perBig).padStart(2, '0')
  return `${Math.floor(smallCount / perBig)} ${bigUnit} ${rest} ${smallUnit}`
}
