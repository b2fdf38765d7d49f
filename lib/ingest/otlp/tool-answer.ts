import { isRecord } from '@/lib/contracts/is-record'
import { asCount, asList, asText, parseEmbedded } from '../json'

/** The error reported in a tool's answer. `httpStatus` if the answer is an HTTP response. */
export type ToolFault = { message: string; httpStatus?: number }

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
  const told = parseEmbedded(answer)
  if (!isRecord(told)) return undefined
  // MCP's { content, isError }, JSON-RPC's and LangChain's wrappers around the answer itself.
  const httpStatus = STATUS_KEYS.map((key) => asHttpError(told[key])).find((status) => status !== undefined)
  const isMarked = told.isError === true || told.is_error === true || isErrorWord(told.status) || isErrorWord(told.type)
  const isDenied = (told.ok === false || told.success === false) && messageIn(told) !== undefined
  const isNothingElse = hasError(told.error) && Object.keys(told).every((key) => ERROR_KEYS.has(key))
  if (isMarked || isDenied || isNothingElse || httpStatus !== undefined) {
    const message = messageIn(told) ?? (httpStatus === undefined ? undefined : `the tool answered ${httpStatus}`)
    return { message: message ?? 'the tool answered with an error', ...(httpStatus !== undefined && { httpStatus }) }
  }
  return isRecord(told.result) && Object.keys(told).length <= 3 ? faultInAnswer(told.result) : undefined
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

function messageIn(told: Record<string, unknown>): string | undefined {
  for (const key of MESSAGE_KEYS) {
    const value = told[key]
    const text = asText(value) ?? (isRecord(value) ? asText(value.message) : undefined)
    if (text !== undefined) return text
  }
  const content = asText(told.content) ?? asText(told.output)
  if (content !== undefined) return content
  const blocks = asList(told.content).flatMap((block) => (isRecord(block) ? (asText(block.text) ?? []) : []))
  return asText(blocks.join('\n'))
}
