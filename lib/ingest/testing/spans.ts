import type { Span } from '@/lib/contracts/otlp'
import { type RunBody, runInput } from '@/lib/contracts/run-input'
import { quoteLargeIntegers } from '../exact-json'
import { decodeJsonTraces, decodeProtobufTraces, type TracesResult } from '../otlp/decode-traces'
import { spansToRuns } from '../otlp/spans-to-runs'
import type { ExportLimits } from '../otlp/wire-span'

export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'

type SpanSketch = Partial<Omit<Span, 'spanId' | 'parentSpanId'>> & {
  /** One or two hex digits, repeated to a whole id. */
  id: string
  parent?: string
  /** Milliseconds since the trace began: `[start, end]`. */
  ms?: readonly [number, number]
}

/** Makes a span with defaults for everything the test does not set. */
export function makeSpan({ id, parent, ms, ...rest }: SpanSketch): Span {
  return {
    traceId: TRACE_ID,
    spanId: spanId(id),
    parentSpanId: parent === undefined ? null : spanId(parent),
    name: `span ${id}`,
    startNano: ms === undefined ? null : nano(ms[0]),
    endNano: ms === undefined ? null : nano(ms[1]),
    status: { code: 'unset', message: null },
    attributes: {},
    events: [],
    logged: [],
    links: [],
    resource: {},
    scope: { name: null, version: null },
    ...rest,
  }
}

export function spanId(id: string): string {
  return id.padStart(16, 'a')
}

function nano(ms: number): string {
  return String(1_790_000_000_000_000_000n + BigInt(ms) * 1_000_000n)
}

/** Returns the only run of the spans after checking that the server would accept it. */
export function onlyRun(spans: readonly Span[]): RunBody {
  const { runs } = spansToRuns(spans)
  const [run] = runs
  if (run === undefined || runs.length > 1) throw new Error(`${runs.length} runs`)
  runInput.parse(JSON.parse(JSON.stringify(run)))
  return run
}

export function nodeOf(run: RunBody, id: string) {
  return run.nodes?.find((node) => node.id === spanId(id))
}

/** Decodes spans as an exporter writes them in JSON. @throws if the desk would refuse them */
export function decodeSpans(spans: readonly object[]): Span[] {
  const body = { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans }] }] }
  const result = decodeAll(Buffer.from(JSON.stringify(body)), 'application/json')
  if (!result.ok) throw new Error(result.message)
  return result.spans
}

/** Decodes the body of an export in one go, without the pauses the server makes. */
export function decodeAll(bytes: Uint8Array, contentType: string, limits?: ExportLimits): TracesResult {
  const steps = contentType.startsWith('application/json')
    ? decodeJsonTraces(JSON.parse(quoteLargeIntegers(new TextDecoder().decode(bytes))))
    : decodeProtobufTraces(bytes, limits)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
