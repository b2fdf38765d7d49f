import type { Span } from '@/lib/contracts/otlp'

/**
 * The spans known so far with the added ones: one for each (trace, span) id. The same id again replaces the earlier one,
 * except that a span still open never replaces a finished one.
 */
export function mergeSpans(known: readonly Span[], added: readonly Span[]): Span[] {
  const merged = new Map<string, Span>()
  for (const span of [...known, ...added]) {
    const key = `${span.traceId}-${span.spanId}`
    const earlier = merged.get(key)
    if (earlier === undefined || earlier.endNano === null || span.endNano !== null) merged.set(key, span)
  }
  return [...merged.values()]
}
