import type { Span } from '@/lib/contracts/otlp'
import { holdsMoreThan } from '@/lib/engine/json/holds-more-than'
import { asCount, asList, asRecord, asText } from '../json'
import { refuse } from './decode-traces'
import { EVALUATION_EVENT, type Evaluation, readEvaluation } from './evaluations'
import { countValues, readProtobufLogs } from './protobuf-groups'
import { logsRequest } from './protobuf-messages'
import { BESIDE_SCOPES, EXPORT_LIMITS, fromAnyValue, fromKeyValues, isNoId, misnamedList, toHexId } from './wire-span'
import { readTime, toNano } from './wire-time'

/** An evaluation sent as a log record, with its trace and optional span. */
export type LoggedEvaluation = { traceId: string; spanId: string | null; evaluation: Evaluation }

/**
 * The content of a logs export: evaluations, the number of those without a valid trace or span id, of those whose time is none, spans with
 * the messages that were logged of them, and the number of other records, which are dropped. `timeFault` says what is wrong with the first
 * such time.
 */
type DecodedLogs = {
  evaluations: LoggedEvaluation[]
  messages: Span[]
  withoutTrace: number
  withoutTime: number
  timeFault: string
  others: number
}
export type LogsResult = ({ ok: true } & DecodedLogs) | { ok: false; isTooLarge: boolean; message: string }

type LogSteps = Generator<undefined, LogsResult>

/** Decodes the evaluations and messages of an ExportLogsServiceRequest in JSON. Never throws: an invalid request returns a message. */
export function* decodeJsonLogs(request: unknown): LogSteps {
  const exported = asRecord(request)
  const { resourceLogs } = exported
  const ofResources = asList(resourceLogs).map(asRecord)
  const misnamed =
    misnamedList(exported, 'resourceLogs') ??
    ofResources.map((part) => misnamedList(part, 'scopeLogs', BESIDE_SCOPES)).find((message) => message !== null) ??
    null
  if (misnamed !== null) return { ok: false, isTooLarge: false, message: misnamed }
  if (resourceLogs !== undefined && !Array.isArray(resourceLogs))
    return { ok: false, isTooLarge: false, message: 'resourceLogs: expected a list' }
  const records = ofResources
    .flatMap(({ scopeLogs }) => asList(scopeLogs))
    .flatMap((scoped) => asList(asRecord(scoped).logRecords))
  return { ok: true, ...(yield* readRecords(records)) }
}

/**
 * Like {@link decodeJsonLogs} for the binary form, whose values are counted before any is decoded.
 * @param onCounted receives the count, and may throw to refuse it
 */
export function* decodeProtobufLogs(
  bytes: Uint8Array,
  onCounted: (values: number) => void = () => undefined,
): LogSteps {
  let values: number
  try {
    values = yield* countValues(bytes, EXPORT_LIMITS, logsRequest)
  } catch (error) {
    return refuse(error)
  }
  onCounted(values)
  try {
    return { ok: true, ...(yield* readRecords(readProtobufLogs(bytes))) }
  } catch (error) {
    return refuse(error)
  }
}

const RECORDS_A_STEP = 500

function* readRecords(records: Iterable<unknown>): Generator<undefined, DecodedLogs> {
  const found: DecodedLogs = {
    evaluations: [],
    messages: [],
    withoutTrace: 0,
    withoutTime: 0,
    timeFault: '',
    others: 0,
  }
  let count = 0
  for (const wire of records) {
    if (++count % RECORDS_A_STEP === 0) yield
    const record = asRecord(wire)
    const name = holdsMoreThan(record, EXPORT_LIMITS.spanValues) ? undefined : eventName(record)
    if (name !== undefined && MESSAGES.test(name)) {
      const span = spanOf(record, name)
      if (span === undefined) found.others++
      else found.messages.push(span)
      continue
    }
    const attributes = name === EVALUATION_EVENT ? fromKeyValues(record.attributes) : {}
    if (asText(attributes['gen_ai.evaluation.name']) === undefined) {
      found.others++
      continue
    }
    const traceId = toHexId(record.traceId, 32)
    const spanId = toHexId(record.spanId, 16)
    if (traceId === null || (spanId === null && !isNoId(record.spanId))) {
      found.withoutTrace++
      continue
    }
    const time = readTime(record.timeUnixNano)
    if ('fault' in time) {
      found.withoutTime++
      found.timeFault ||= time.fault
      continue
    }
    const at = time.nano ?? toNano(record.observedTimeUnixNano)
    found.evaluations.push({ traceId, spanId, evaluation: readEvaluation(attributes, at) })
  }
  return found
}

/** Older SDKs send the name of an event as an attribute. */
function eventName(record: Record<string, unknown>): string | undefined {
  const attribute = asList(record.attributes).find((entry) => asRecord(entry).key === 'event.name')
  return asText(record.eventName) ?? asText(asRecord(asRecord(attribute).value).stringValue)
}

const MESSAGES =
  /^gen_ai\.(?:(?:system|user|assistant|tool)\.message|choice|client\.(?:inference\.)?operation\.details)$/
const SAMPLED = 1

/** What a record says of its span. Undefined for one of a span that will not be sent. */
function spanOf(record: Record<string, unknown>, name: string): Span | undefined {
  const traceId = toHexId(record.traceId, 32)
  const spanId = toHexId(record.spanId, 16)
  if (traceId === null || spanId === null || !((asCount(record.flags) ?? 0) & SAMPLED)) return undefined
  const body = fromAnyValue(record.body)
  const timeNano = toNano(record.timeUnixNano) ?? toNano(record.observedTimeUnixNano)
  const said = body === null ? {} : { 'gen_ai.event.content': JSON.stringify(body) }
  return {
    traceId,
    spanId,
    parentSpanId: null,
    name: '',
    startNano: null,
    endNano: null,
    status: { code: 'unset', message: null },
    attributes: {},
    events: [],
    logged: [{ name, timeNano, attributes: { ...fromKeyValues(record.attributes), ...said } }],
    links: [],
    resource: {},
    scope: { name: null, version: null },
  }
}
