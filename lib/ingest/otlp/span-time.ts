import type { Span } from '@/lib/contracts/otlp'

const NANOS_PER_MS = 1_000_000n

/** The times of a span as a run tells them; what was not set is absent, and so is an end before the start. */
export function timesOf(span: Span): { startedAt?: string; endedAt?: string; durationMs?: number } {
  const startedAt = span.startNano === null ? {} : { startedAt: toIso(span.startNano) }
  if (span.endNano === null) return startedAt
  if (span.startNano === null) return { endedAt: toIso(span.endNano) }
  const nanos = BigInt(span.endNano) - BigInt(span.startNano)
  if (nanos < 0n) return startedAt
  return { ...startedAt, endedAt: toIso(span.endNano), durationMs: Number(nanos) / 1e6 }
}

/** Orders spans by start, then end, then id; a span without a start comes last. */
export function byStart(a: Span, b: Span): number {
  return compareNano(a.startNano, b.startNano) || compareNano(a.endNano, b.endNano) || (a.spanId < b.spanId ? -1 : 1)
}

/** Compares digits without leading zeros; what is not set comes last. */
export function compareNano(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : 1
}

export function toIso(nano: string): string {
  return new Date(Number(BigInt(nano) / NANOS_PER_MS)).toISOString()
}
