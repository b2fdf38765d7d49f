import type { Span } from '@/lib/contracts/otlp'
import { byStart } from './wire-span'

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

/** Why a run is unfinished: its own span has no end, or a span that others name as their parent is missing. */
export type Missing = 'end' | 'span'

/**
 * Returns the unfinished runs of these traces by the id that `spansToRuns` gives them. All spans that wait for a parent belong to the first
 * run of their trace, because they join its tree.
 */
export function unfinishedRuns(spans: readonly Span[]): Map<string, Missing> {
  const unfinished = new Map<string, Missing>()
  for (const [traceId, trace] of Map.groupBy(spans, (span) => span.traceId)) {
    const ids = new Set(trace.map((span) => span.spanId))
    const roots = trace.filter((span) => span.parentSpanId === null).sort(byStart)
    const isPartial = trace.some((span) => span.parentSpanId !== null && !ids.has(span.parentSpanId))
    if (roots.length === 0 || isPartial) unfinished.set(traceId, 'span')
    for (const [index, root] of roots.entries())
      if (root.endNano === null) unfinished.set(index === 0 ? traceId : `${traceId}-${root.spanId}`, 'end')
  }
  return unfinished
}
