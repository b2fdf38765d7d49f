import { isRecord } from '@/lib/contracts/is-record'
import { asList, asRecord, asText, inWords, parseEmbedded } from '../json'
import { spansToRuns } from '../otlp/spans-to-runs'
import { readExport, readJsonGroups, toHexId } from '../otlp/wire-span'
import { cannotImport, type Imported, type ImportOptions } from './detect-format'
import { langfuseTrace } from './langfuse-export'
import { braintrustSpan, braintrustTrace, langsmithSpan, langsmithTrace } from './span-rows'
import { camelCase, flatten, hexId, toKeyValues, toNano, type WireSpan, wholeIdentifier } from './wire'

/**
 * A format whose records are parts of traces, in any order: `tracesOf` returns the traces a record belongs to, `toRuns` the runs of one
 * trace from all its records.
 */
export type TraceFormat = {
  tracesOf: (record: unknown) => string[]
  toRuns: (trace: string, records: readonly unknown[], options: ImportOptions) => Imported[]
}

export const traceFormats = {
  otlp: {
    tracesOf: (record) => [...new Set(spansIn(record).map(traceOf))],
    toRuns: (trace, records, options) => {
      const groups = records.flatMap((record) => resourceSpansOf(record))
      return toRuns({ resourceSpans: groups.map((group) => onlyOf(trace, group)) }, trace, options)
    },
  },
  phoenix: ofRows(phoenixTrace, phoenixSpan),
  langfuse: {
    tracesOf: (record) => {
      const row = asRecord(record)
      const trace = asText(row.traceId) ?? asText(row.trace_id) ?? asText(asRecord(row.trace).id) ?? asText(row.id)
      return trace === undefined ? [] : [trace]
    },
    toRuns: (trace, records, options) => toOwnRuns(langfuseTrace(trace, records.map(asRecord)), trace, options),
  },
  langsmith: ofRows(langsmithTrace, langsmithSpan),
  braintrust: ofRows(braintrustTrace, braintrustSpan),
} as const satisfies Record<string, TraceFormat>

type Row = Record<string, unknown>

/** A format whose every record is one span. */
function ofRows(traceOf: (row: Row) => string | undefined, spanOf: (row: Row) => WireSpan): TraceFormat {
  return {
    tracesOf: (record) => {
      const trace = traceOf(asRecord(record))
      return trace === undefined ? [] : [trace]
    },
    toRuns: (trace, records, options) =>
      toOwnRuns(
        records.map((record) => spanOf(asRecord(record))),
        trace,
        options,
      ),
  }
}

/**
 * Converts the spans of a trace to runs under the id that the other tool has for it. An id that is a trace id, with hyphens or without, stays
 * without them, as the same trace has it if it is sent here directly.
 */
function toOwnRuns(spans: readonly WireSpan[], trace: string, options: ImportOptions): Imported[] {
  const traceId = hexId(trace, 32)
  const own = traceId === trace.replaceAll('-', '').toLowerCase() ? traceId : wholeIdentifier(trace, MAX_TRACE)
  return toRuns(exportOf(spans), traceId, options).map((imported) =>
    imported.ok
      ? { ok: true, run: { ...imported.run, id: imported.run.id.replace(traceId, () => own ?? traceId) } }
      : imported,
  )
}

/** Leaves room for the span id of a further root within the maximum of a run's id. */
const MAX_TRACE = 180

function exportOf(spans: readonly WireSpan[]) {
  return {
    resourceSpans: spans.map(({ resource, scope, ...span }) => ({ resource, scopeSpans: [{ scope, spans: [span] }] })),
  }
}

/** Converts spans to runs, with the chain and version of the options if set. */
function toRuns(request: unknown, id: string, { chain, version }: ImportOptions): Imported[] {
  const groups = readJsonGroups(request)
  if (typeof groups === 'string') return [cannotImport(groups, id)]
  const steps = readExport(groups)
  let step = steps.next()
  while (!step.done) step = steps.next()
  const { spans, rejected } = step.value
  const { runs, lost } = spansToRuns(spans)
  const faults = [rejected, ...lost].flatMap(({ count, message }) =>
    count > 0 ? [cannotImport(`${count} spans left out: ${message}`, id)] : [],
  )
  return [
    ...runs.map((run) => ({
      ok: true as const,
      run: { ...run, ...(chain !== undefined && { chain }), ...(version !== undefined && { version }) },
    })),
    ...faults,
  ]
}

type Group = Record<string, unknown>

function resourceSpansOf(record: unknown): Group[] {
  const fields = asRecord(record)
  const { resourceSpans, ...rest } = 'resource_spans' in fields ? asRecord(withCamelCase(fields)) : fields
  return Array.isArray(resourceSpans) ? resourceSpans.map(asRecord) : 'scopeSpans' in rest ? [rest] : []
}

/** Some exporters keep the snake_case names of the protocol files. Attributes are lists there, so their names are not keys. */
function withCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCamelCase)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camelCase(key), withCamelCase(inner)]))
}

const scopesOf = (group: Group) => asList(group.scopeSpans).map(asRecord)

function spansIn(record: unknown) {
  return resourceSpansOf(record).flatMap((group) =>
    scopesOf(group).flatMap((scope) => asList(scope.spans).map(asRecord)),
  )
}

/** The trace of a span in hex; an invalid id as it is. */
const traceOf = ({ traceId }: Record<string, unknown>) => toHexId(traceId, 32) ?? inWords(traceId)

function onlyOf(trace: string, group: Group): Group {
  return {
    ...group,
    scopeSpans: scopesOf(group).map((scope) => ({
      ...scope,
      spans: asList(scope.spans).filter((span) => traceOf(asRecord(span)) === trace),
    })),
  }
}

function phoenixTrace(row: Record<string, unknown>): string | undefined {
  return asText(asRecord(row.context).trace_id) ?? asText(row['context.trace_id']) ?? asText(row.trace_id)
}

/** Keys whose nested values are one JSON text on the wire. */
const WHOLE = /(?:^|\.)(?:metadata|invocation_parameters|input\.value|output\.value|arguments|json_schema|parameters)$/

const CODES: ReadonlyMap<unknown, number> = new Map([
  ['OK', 1],
  ['ERROR', 2],
])

/** Converts a span of Phoenix's API or command line, or a row of its data frame with dotted columns. */
function phoenixSpan(row: Record<string, unknown>): WireSpan {
  const columns = Object.entries(row).flatMap(([key, value]) =>
    key.startsWith('attributes.') ? [[key.slice('attributes.'.length), value] as const] : [],
  )
  const attributes = Object.fromEntries(
    [...Object.entries(asRecord(parseEmbedded(row.attributes))), ...columns].flatMap(([key, value]) =>
      flattened(parseEmbedded(value), key),
    ),
  )
  const kind = asText(row.span_kind)
  const parent = asText(row.parent_id)
  return {
    traceId: hexId(phoenixTrace(row) ?? '', 32),
    spanId: hexId(
      asText(asRecord(row.context).span_id) ?? asText(row['context.span_id']) ?? asText(row.span_id) ?? '',
      16,
    ),
    ...(parent !== undefined && { parentSpanId: hexId(parent, 16) }),
    name: row.name,
    startTimeUnixNano: toNano(row.start_time),
    endTimeUnixNano: toNano(row.end_time),
    status: { code: CODES.get(row.status_code) ?? 0, message: asText(row.status_message) },
    attributes: toKeyValues({
      ...(kind !== undefined && kind !== 'UNKNOWN' && { 'openinference.span.kind': kind }),
      ...attributes,
      ...annotationsOf(row),
    }),
    events: asList(parseEmbedded(row.events))
      .map(asRecord)
      .map((event) => ({
        name: event.name,
        timeUnixNano: toNano(event.timestamp ?? event.time),
        attributes: toKeyValues(asRecord(event.attributes)),
      })),
  }
}

function flattened(value: unknown, key: string): [string, unknown][] {
  if (WHOLE.test(key)) return [[key, typeof value === 'string' ? value : JSON.stringify(value)]]
  if (Array.isArray(value)) return value.flatMap((inner, index) => flattened(inner, `${key}.${index}`))
  if (isRecord(value)) return Object.entries(value).flatMap(([name, inner]) => flattened(inner, `${key}.${name}`))
  return flatten(value, key)
}

/** Writes annotations as OpenInference does, so that they become signals by the same rules. */
function annotationsOf(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    asList(row.annotations)
      .map(asRecord)
      .flatMap((annotation, index) => {
        const result = { ...annotation, ...asRecord(annotation.result) }
        const at = `annotations.${index}.annotation`
        return (['name', 'score', 'label', 'explanation', 'identifier', 'annotator_kind'] as const).map(
          (field) => [`${at}.${field}`, result[field]] as const,
        )
      }),
  )
}
