import { isRecord } from '@/lib/contracts/is-record'
import { asCount, asList, asText, parseEmbedded } from '../json'

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
