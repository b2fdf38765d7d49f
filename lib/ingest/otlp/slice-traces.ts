import type { Span } from '@/lib/contracts/otlp'

// Limits of one transaction; other work runs between two of them.
const TRACES_AT_ONCE = 200
const SPANS_AT_ONCE = 2000

/** Splits spans into batches of whole traces that can each be ingested in one transaction. */
export function sliceTraces(spans: readonly Span[]): Span[][] {
  const slices: Span[][] = []
  let traces = 0
  for (const trace of Map.groupBy(spans, (span) => span.traceId).values()) {
    const last = slices.at(-1)
    if (last && traces < TRACES_AT_ONCE && last.length + trace.length <= SPANS_AT_ONCE) {
      for (const span of trace) last.push(span)
      traces += 1
    } else {
      slices.push(trace)
      traces = 1
    }
  }
  return slices
}
