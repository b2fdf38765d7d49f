import type { NodeInput, RunBody } from '@/lib/contracts/run-input'
import { asCount, asText } from '@/lib/ingest/json/fields'
import type { ReadSpan } from './span-facts'

const MAX_TEXT = 100_000

/**
 * The error of a failed span, or null. Failed is a span with the status error; one that says neither ok nor error has
 * failed when it names an `error.type` or records an exception that left it.
 */
export function errorOf({ span, facts }: ReadSpan): NonNullable<RunBody['error']> | null {
  const exception = span.events.find(
    (event) => event.name === 'exception' && event.attributes['exception.escaped'] !== false,
  )
  const errorType = asText(span.attributes['error.type'])
  const said = facts.errorMessage ?? errorType ?? exception
  if (span.status.code === 'ok' || (span.status.code === 'unset' && said === undefined)) return null
  const type = asText(exception?.attributes['exception.type']) ?? errorType
  const message =
    span.status.message ??
    asText(exception?.attributes['exception.message']) ??
    facts.errorMessage ??
    type ??
    'the span has the status error'
  return {
    message: message.slice(0, MAX_TEXT),
    type: type?.slice(0, 500),
    httpStatus: httpStatusOf(span.attributes, errorType),
    stack: asText(exception?.attributes['exception.stacktrace'])?.slice(0, MAX_TEXT),
  }
}

/** A span that began and never ended is still running. */
export function statusOf(read: ReadSpan): NodeInput['status'] {
  if (errorOf(read) !== null) return 'failed'
  return read.span.startNano !== null && read.span.endNano === null ? 'running' : 'completed'
}

/** The conventions allow an HTTP status as `error.type`. */
function httpStatusOf(attributes: Record<string, unknown>, errorType: string | undefined): number | undefined {
  const status = asCount(attributes['http.response.status_code'] ?? attributes['http.status_code'] ?? errorType)
  return status !== undefined && status >= 400 && status <= 599 ? status : undefined
}
