import { isRecord } from '@/lib/contracts/is-record'
import type { Span } from '@/lib/contracts/otlp'
import { toIdentifier } from '@/lib/contracts/printable'
import type { NodeInput, RunBody } from '@/lib/contracts/run-input'
import { asCount, asList, asRecord, asText, asTokens, definedOf, errorText, parseEmbedded } from '../json'
import { reportedUsage } from '../messages'
import { readAttributes } from './attributes'
import { type Dialect, readHints, type SpanFacts } from './dialects/dialect'
import {
  readAnthropic,
  readCrewAi,
  readGenkit,
  readGoogleAdk,
  readMastra,
  readPydanticAi,
  readTraceloop,
  readVercelAi,
  readVoltAgent,
} from './dialects/frameworks'
import { readGenAi } from './dialects/gen-ai'
import { readLangChain, readLangSmith } from './dialects/langchain'
import { readLangfuse, readVeritas } from './dialects/langfuse'
import { readOpenInference } from './dialects/openinference'
import { spokenIn } from './envelopes'

/** Ordered from the most to the least specific: for each fact the first dialect that has it wins. */
const DIALECTS: readonly Dialect[] = [
  readVeritas,
  readPydanticAi,
  readTraceloop,
  readGoogleAdk,
  readCrewAi,
  readMastra,
  readVoltAgent,
  readGenkit,
  readVercelAi,
  readAnthropic,
  readLangSmith,
  readGenAi,
  readOpenInference,
  readLangfuse,
  readLangChain,
  readHints,
]

export type ReadSpan = { span: Span; facts: SpanFacts; unread: Record<string, unknown> }

/** Reads a span through all dialects; attributes unknown to all of them are `unread`. */
export function readSpanFacts(span: Span): ReadSpan {
  const read = readAttributes(span.attributes)
  const byDialect = DIALECTS.toReversed().map((dialect) => definedOf(dialect(read, span)))
  const facts: SpanFacts = Object.assign({}, ...byDialect)
  if (facts.kind === 'llm' && facts.input !== undefined) facts.input = spokenIn(facts.input)
  return { span, facts: { ...envelopePrompt(facts), ...facts, ...envelopeUsage(facts) }, unread: read.unread() }
}

/** Anthropic's requests contain the instructions beside the messages, and an answer of the responses API repeats them. */
function envelopePrompt({ kind, input, output }: SpanFacts): SpanFacts {
  if (kind !== 'llm') return {}
  const prompts = [asRecord(input).system, asRecord(input).instructions, asRecord(output).instructions]
  const systemPrompt = prompts.find((prompt) => prompt !== undefined && prompt !== null && prompt !== '')
  return systemPrompt === undefined ? {} : { systemPrompt }
}

/** Some instrumentations report tokens only in a model's raw answer, and write zeros, which count nothing, in place of theirs. */
function envelopeUsage({
  kind,
  inputTokens: input,
  outputTokens: output,
  totalTokens: total,
  ...facts
}: SpanFacts): SpanFacts {
  if (kind !== 'llm' || asTokens({ input, output, total }) !== undefined) return {}
  const { inputTokens, outputTokens, totalTokens } = reportedUsage(facts.output)
  const isCounted = asTokens({ input: inputTokens, output: outputTokens, total: totalTokens }) !== undefined
  return isCounted ? { inputTokens, outputTokens, totalTokens } : {}
}

/**
 * Returns the error of a failed span, or null. A span with the status error has failed; one with neither ok nor error has failed if it has
 * an `error.type` or an unhandled exception. A tool whose answer is an error has failed whatever its span says, because for the calling
 * code the call succeeded.
 */
export function errorOf(read: ReadSpan): NonNullable<RunBody['error']> | null {
  return spanError(read) ?? (read.facts.kind === 'tool' ? answeredError(read) : null)
}

function answeredError({ span, facts }: ReadSpan): NonNullable<RunBody['error']> | null {
  const httpStatus = httpStatusOf(span.attributes, undefined)
  const fault = faultInAnswer(facts.toolResult ?? facts.output)
  if (fault === undefined && httpStatus === undefined) return null
  const message = fault?.message ?? `the tool answered ${httpStatus}`
  return { message: errorText(message), httpStatus: fault?.httpStatus ?? httpStatus }
}

/** How LangGraph leaves a step to wait for a person, or to go on in the graph around it: it throws, though nothing has failed. */
const LEFT = /(?:^|[\n.])(GraphInterrupt|NodeInterrupt|ParentCommand)(?=$|[:(])/

/** Returns what a step of LangGraph waits for, `asked` of a person, if it was left for that; undefined for all others. */
export function waitingFor(read: ReadSpan): { asked: unknown } | undefined {
  const { kind, text } = leftBy(read.span) ?? {}
  if (text === undefined || kind === 'ParentCommand') return undefined
  // LangGraph's JavaScript writes its interrupts as JSON before the name of the exception.
  const interrupts = parseEmbedded(text.slice(0, text.search(LEFT)).trim())
  if (!Array.isArray(interrupts)) return { asked: splitStack(text).message }
  const values = interrupts.map((one) => asRecord(one).value ?? one)
  return { asked: values.length === 1 ? values[0] : values }
}

function leftBy(span: Span): { kind: string; text: string } | undefined {
  if (span.status.code !== 'error') return undefined
  const { 'exception.type': type, 'exception.message': message } = escapedFrom(span)?.attributes ?? {}
  for (const said of [span.status.message, type].map(asText)) {
    const kind = said && LEFT.exec(said)?.[1]
    if (kind) return { kind, text: said === type ? (asText(message) ?? said) : said }
  }
  return undefined
}

const escapedFrom = ({ events }: Span) =>
  events.find(({ name, attributes }) => name === 'exception' && !isFalse(attributes['exception.escaped']))

function spanError({ span, facts }: ReadSpan): NonNullable<RunBody['error']> | null {
  if (leftBy(span) !== undefined) return null
  const exception = escapedFrom(span)
  const errorType = asText(span.attributes['error.type'])
  const said = facts.errorMessage ?? errorType ?? exception
  if (span.status.code === 'ok' || (span.status.code === 'unset' && said === undefined)) return null
  const thrown = asText(exception?.attributes['exception.type']) ?? errorType
  const text =
    span.status.message ??
    asText(exception?.attributes['exception.message']) ??
    facts.errorMessage ??
    (facts.kind === 'tool' ? faultInAnswer(facts.toolResult ?? facts.output)?.message : undefined) ??
    thrown ??
    'the span has the status error'
  const { message, stack } = splitStack(errorText(text))
  // LangSmith for Python throws the text of an exception anew.
  const type = thrown === 'Exception' ? (/^([A-Z]\w*)\(/.exec(message)?.[1] ?? thrown) : thrown
  const trace = asText(exception?.attributes['exception.stacktrace'])
  return {
    message,
    type: toIdentifier(type, 500),
    httpStatus: httpStatusOf(span.attributes, errorType),
    stack: trace === undefined ? stack : errorText(trace),
  }
}

/** OpenTelemetry for Python writes the flag as text, "False". */
const isFalse = (flag: unknown) => flag === false || asText(flag)?.toLowerCase() === 'false'

/** Some instrumentations append the stack trace to the message. */
function splitStack(text: string): { message: string; stack?: string } {
  const traceback = text.search(/(?<=[\n)'"])Traceback \(most recent call last\):/)
  const frame = text.indexOf('\n    at ')
  // JavaScript repeats the error on the line above its first frame.
  const title = frame < 0 ? -1 : text.lastIndexOf('\n', frame - 1)
  const starts = [traceback, title > 0 ? title : frame].filter((start) => start > 0)
  const at = starts.length === 0 ? text.length : Math.min(...starts)
  const message = text.slice(0, at).trim()
  return message === '' ? { message: text } : { message, ...(at < text.length && { stack: text.slice(at).trim() }) }
}

/** A span with a start but no end is running; one that was left to wait for a person is done anew when that person has answered. */
export function statusOf(read: ReadSpan): NodeInput['status'] {
  if (errorOf(read) !== null) return 'failed'
  if (waitingFor(read) !== undefined) return 'cancelled'
  return read.span.startNano !== null && read.span.endNano === null ? 'running' : 'completed'
}

/** The conventions allow an HTTP status as `error.type`. */
function httpStatusOf(attributes: Record<string, unknown>, errorType: string | undefined): number | undefined {
  const status = asCount(attributes['http.response.status_code'] ?? attributes['http.status_code'] ?? errorType)
  return status !== undefined && status >= 400 && status <= 599 ? status : undefined
}

/** The error reported in a tool's answer. `httpStatus` if the answer is an HTTP response. */
type ToolFault = { message: string; httpStatus?: number }

const ERROR_WORDS = new Set(['error', 'failed', 'failure', 'errored'])
const STATUS_KEYS = ['http_status', 'httpStatus', 'status_code', 'statusCode', 'status']
const MESSAGE_KEYS = ['error', 'message', 'error_message', 'errorMessage', 'detail', 'reason', 'stderr']
/** An answer with only these keys is an error, whatever its status. */
const ERROR_KEYS = new Set([
  ...MESSAGE_KEYS,
  ...STATUS_KEYS,
  'code',
  'details',
  'ok',
  'success',
  'type',
  'name',
  'stack',
])

/**
 * Returns the error in a tool's answer: MCP's `isError`, an error word or a status of 400 and above, `ok` or `success` false with an error,
 * or only error fields. Undefined for any other answer, whatever text it contains.
 */
export function faultInAnswer(answer: unknown): ToolFault | undefined {
  const fields = parseEmbedded(answer)
  if (!isRecord(fields)) return undefined
  // MCP's { content, isError }, JSON-RPC's and LangChain's wrappers around the answer itself.
  const httpStatus = STATUS_KEYS.map((key) => asHttpError(fields[key])).find((status) => status !== undefined)
  const isMarked =
    fields.isError === true || fields.is_error === true || isErrorWord(fields.status) || isErrorWord(fields.type)
  const isDenied = (fields.ok === false || fields.success === false) && messageIn(fields) !== undefined
  const isNothingElse = hasError(fields.error) && Object.keys(fields).every((key) => ERROR_KEYS.has(key))
  if (isMarked || isDenied || isNothingElse || httpStatus !== undefined) {
    const message = messageIn(fields) ?? (httpStatus === undefined ? undefined : `the tool answered ${httpStatus}`)
    return { message: message ?? 'the tool answered with an error', ...(httpStatus !== undefined && { httpStatus }) }
  }
  return isRecord(fields.result) && Object.keys(fields).length <= 3 ? faultInAnswer(fields.result) : undefined
}

function isErrorWord(value: unknown): boolean {
  return typeof value === 'string' && ERROR_WORDS.has(value.toLowerCase())
}

function hasError(value: unknown): boolean {
  return asText(value) !== undefined || (isRecord(value) && Object.keys(value).length > 0)
}

function asHttpError(value: unknown): number | undefined {
  const status = asCount(value)
  return status !== undefined && status >= 400 && status <= 599 ? status : undefined
}

function messageIn(fields: Record<string, unknown>): string | undefined {
  for (const key of MESSAGE_KEYS) {
    const value = fields[key]
    const text = asText(value) ?? (isRecord(value) ? asText(value.message) : undefined)
    if (text !== undefined) return text
  }
  const content = asText(fields.content) ?? asText(fields.output)
  if (content !== undefined) return content
  const blocks = asList(fields.content).flatMap((block) => (isRecord(block) ? (asText(block.text) ?? []) : []))
  return asText(blocks.join('\n'))
}
