import { isRecord } from '@/lib/contracts/is-record'
import { asList, asNumber, asRecord, asText, inWords, parseEmbedded, parseSerialised } from '../json'
import { camelCase, hexId, toKeyValues, toNano, type WireSpan } from './wire'

type Row = Record<string, unknown>

/**
 * Converts a Langfuse trace to spans: rows of a table export, of the blob storage (snake case) or of the API, for the trace itself, its
 * observations, or both in one record.
 */
export function langfuseTrace(id: string, records: readonly Row[]): WireSpan[] {
  const rows = records.flatMap(rowsOf).map(toCamelCase)
  const traceId = hexId(id, 32)
  const observations = rows.filter((row) => asText(row.traceId) !== undefined && !isScore(row))
  const trace = { ...traceOf(observations), ...rows.find((row) => asText(row.traceId) === undefined && !isScore(row)) }
  const scores = rows.filter(isScore)
  const known = new Set(observations.map(({ id }) => id))
  const roots = observations.filter(({ parentObservationId: parent }) => !asText(parent) || !known.has(parent))
  const whole = { ...traceAttributes(trace), ...scoreAttributes(scores) }
  const [only] = roots
  const spanOf = (row: Row, top: string | undefined, more: Row = {}) => {
    const parent = roots.includes(row) ? top : hexId(inWords(row.parentObservationId), 16)
    return { traceId, ...(parent !== undefined && { parentSpanId: parent }), ...toSpan(row, more) }
  }
  if (only && roots.length === 1) return observations.map((row) => spanOf(row, undefined, row === only ? whole : {}))
  // Without a single top observation, the trace itself becomes the root.
  const rootId = hexId(`trace ${id}`, 16)
  const times = observations.flatMap(({ startTime, endTime }) =>
    [toNano(startTime), toNano(endTime)].filter((one) => one !== undefined),
  )
  const [first, last] = [times.toSorted()[0], times.toSorted().at(-1)]
  const start = toNano(trace.timestamp) ?? first
  const root = {
    traceId,
    spanId: rootId,
    name: asText(trace.name) ?? 'trace',
    startTimeUnixNano: start,
    endTimeUnixNano: last ?? endOf(start, trace.latency),
    ...recordedBy(trace),
    attributes: toKeyValues({ ...recorded(trace.metadata).attributes, ...whole }),
  }
  return [root, ...observations.map((row) => spanOf(row, rootId))]
}

/** A record may contain a trace with its observations and scores inside, or beside it. */
function rowsOf(record: Row): Row[] {
  const { trace, observations, scores, ...rest } = record
  const inside = trace === undefined ? rest : asRecord(trace)
  const id = inside.id ?? record.id
  const isObservation = 'traceId' in rest || 'trace_id' in rest
  if (isObservation) return [rest]
  return [
    inside,
    // A list of traces holds only the ids of their observations and scores.
    ...asList(observations ?? inside.observations)
      .filter(isRecord)
      .map((row) => ({ traceId: id, ...row })),
    ...asList(scores ?? inside.scores)
      .map(asRecord)
      .filter(isScore),
  ]
}

const isScore = (row: Row) => ('dataType' in row || 'data_type' in row || 'stringValue' in row) && 'value' in row

function toCamelCase(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [camelCase(key), value]))
}

/** Returns the trace fields repeated in rows of observations. */
function traceOf(observations: readonly Row[]): Row {
  const [row = {}] = observations.toSorted(
    (a, b) => (asText(a.parentObservationId) ? 1 : 0) - (asText(b.parentObservationId) ? 1 : 0),
  )
  const { traceName, sessionId, userId, version, release, tags } = row
  return { name: traceName, sessionId, userId, version, release, tags }
}

function traceAttributes({
  name,
  input,
  output,
  sessionId,
  userId,
  version,
  release,
  metadata,
  tags,
  environment,
}: Row): Row {
  return {
    'langfuse.trace.name': asText(name),
    'langfuse.trace.input': asWire(parseSerialised(input)),
    'langfuse.trace.output': asWire(parseSerialised(output)),
    'session.id': asText(sessionId),
    'user.id': asText(userId),
    'langfuse.version': asText(version),
    'langfuse.release': asText(release),
    'langfuse.environment': asText(environment),
    'langfuse.trace.metadata': asWire(recorded(metadata).own),
    'langfuse.trace.tags': Array.isArray(tags) && tags.length > 0 ? asWire(tags) : undefined,
  }
}

const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['ANNOTATION', 'HUMAN'],
  ['EVAL', 'LLM'],
  ['API', 'CODE'],
])

/** Writes scores as OpenInference annotations, so that they become signals by the same rules. */
function scoreAttributes(scores: readonly Row[]): Row {
  return Object.fromEntries(
    scores.flatMap(({ name, value, stringValue, comment, source, dataType }, index) => {
      const at = `annotations.${index}.annotation`
      const isNumber = dataType !== 'CATEGORICAL'
      return [
        [`${at}.name`, asText(name)],
        [`${at}.score`, isNumber ? asNumber(value) : undefined],
        [`${at}.label`, asText(stringValue)],
        [`${at}.explanation`, asText(comment)],
        [`${at}.annotator_kind`, KINDS.get(source)],
      ]
    }),
  )
}

/**
 * What Langfuse keeps in the metadata of a span that came by OpenTelemetry: its attributes, and what recorded it. `own` is the rest,
 * undefined if there is none.
 */
function recorded(metadata: unknown) {
  const { attributes, resourceAttributes, scope, ...own } = asRecord(parseEmbedded(metadata))
  return {
    attributes: asRecord(parseEmbedded(attributes)),
    resource: asRecord(parseEmbedded(resourceAttributes)),
    scope: asRecord(parseEmbedded(scope)),
    own: isRecord(parseEmbedded(metadata)) ? (Object.keys(own).length > 0 ? own : undefined) : metadata,
  }
}

function recordedBy({ metadata }: Row) {
  const { resource, scope } = recorded(metadata)
  return {
    resource: { attributes: toKeyValues(resource) },
    scope: { name: asText(scope.name), version: asText(scope.version) },
  }
}

function toSpan(row: Row, more: Row): WireSpan {
  const start = toNano(row.startTime)
  const { attributes, own } = recorded(row.metadata)
  return {
    spanId: hexId(inWords(row.id), 16),
    name: row.name,
    startTimeUnixNano: start,
    endTimeUnixNano: toNano(row.endTime) ?? endOf(start, row.latency),
    ...recordedBy(row),
    attributes: toKeyValues({
      ...attributes,
      ...more,
      'langfuse.observation.type': asText(row.type),
      'langfuse.observation.level': asText(row.level),
      'langfuse.observation.status_message': asText(row.statusMessage),
      'langfuse.observation.model.name': asText(row.model) ?? asText(row.providedModelName),
      'langfuse.observation.model.parameters': asWire(row.modelParameters),
      'langfuse.observation.input': asWire(parseSerialised(row.input)),
      // A model may put its whole answer in quotes.
      'langfuse.observation.output': asWire(row.type === 'GENERATION' ? row.output : parseSerialised(row.output)),
      'langfuse.observation.usage_details': asWire(usageOf(row)),
      'langfuse.observation.cost_details': asWire(costOf(row)),
      'langfuse.observation.metadata': asWire(own),
    }),
  }
}

function usageOf({
  usageDetails,
  usage,
  promptTokens,
  completionTokens,
  totalTokens,
  inputUsage,
  outputUsage,
  totalUsage,
}: Row) {
  const details = { ...asRecord(parseEmbedded(usage)), ...asRecord(parseEmbedded(usageDetails)) }
  const counts = {
    input: details.input ?? promptTokens ?? inputUsage,
    output: details.output ?? completionTokens ?? outputUsage,
    total: details.total ?? totalTokens ?? totalUsage,
  }
  return Object.values(counts).some((count) => asNumber(count)) ? { ...details, ...counts } : undefined
}

/** Langfuse sums up what has no price to zero. */
function costOf({ costDetails, totalCost, calculatedTotalCost }: Row) {
  const priced = asNumber(asRecord(parseEmbedded(costDetails)).total)
  const total = priced ?? (asNumber(totalCost ?? calculatedTotalCost) || undefined)
  return total === undefined ? undefined : { total }
}

/** `latency` is in seconds. */
function endOf(start: string | undefined, latency: unknown): string | undefined {
  const seconds = asNumber(latency)
  return start === undefined || seconds === undefined || seconds < 0
    ? undefined
    : `${BigInt(start) + BigInt(Math.round(seconds * 1e6)) * 1000n}`
}

function asWire(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
