import { isRecord } from '@/lib/contracts/is-record'
import { plainMessage } from '@/lib/engine/json/plain-message'
import { asCount, asId, asList, asRecord, asText, parseEmbedded } from './json'

const MAX_DEPTH = 8

/**
 * Returns the text of a model's answer in the formats of the common APIs (chat completions, responses, Anthropic, Gemini, GenAI message
 * parts); of several messages the last with text. Undefined if there is none.
 */
export function answerText(value: unknown, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined
  if (typeof value === 'string') return asText(value)
  if (Array.isArray(value)) return isPartList(value) ? partsText(value) : lastText(value, depth)
  if (!isRecord(value)) return undefined
  const message = plainMessage(value)
  if (SPEAKERS_OTHER_THAN_MODEL.has(asText(message.role ?? message.type) ?? '')) return undefined
  for (const key of ANSWER_KEYS) {
    const text = message[key] === undefined ? undefined : answerText(message[key], depth + 1)
    if (text !== undefined) return text
  }
  return asText(message.text)
}

const ANSWER_KEYS = [
  'message',
  'choices',
  'generations',
  'messages',
  'output',
  'candidates',
  'content',
  'contents',
  'parts',
] as const

const SPEAKERS_OTHER_THAN_MODEL = new Set(['user', 'system', 'developer', 'tool', 'human', 'function'])

function lastText(list: readonly unknown[], depth: number): string | undefined {
  for (const item of list.toReversed()) {
    const text = answerText(item, depth + 1)
    if (text !== undefined) return text
  }
  return undefined
}

/** Whether a list contains parts of one message rather than messages: none of them has a speaker. */
function isPartList(list: readonly unknown[]): boolean {
  const isSpoken = ({ role, type }: Record<string, unknown>) =>
    role !== undefined || type === 'ai' || SPEAKERS_OTHER_THAN_MODEL.has(asText(type) ?? '')
  return list.length > 0 && list.every((item) => isRecord(item) && !isSpoken(item) && partText(item) !== null)
}

function partsText(parts: readonly unknown[]): string | undefined {
  const texts = parts.map((part) => (isRecord(part) ? partText(part) : null)).filter((text) => text !== null)
  return asText(texts.join(''))
}

/** Returns the text of a part; '' for a part without text (a call, a picture, reasoning), null if it is no part. */
function partText(part: Record<string, unknown>): string | null {
  const type = asText(part.type)
  if (type === undefined) return typeof part.text === 'string' ? part.text : readCall(part) ? '' : null
  if (type === 'message' || 'message' in part) return null
  if (type !== 'text' && type !== 'output_text') return ''
  return asText(part.text) ?? asText(part.content) ?? ''
}

/** Returns a text without the word that ends a conversation of agents. */
export const withoutControlWord = (text: string): string => text.replace(/\s*\bTERMINATE\b\W*$/, '')

export type FoundCall = { id?: string | undefined; name: string; arguments?: unknown }

const MAX_CALL_DEPTH = 10

/**
 * Returns the tool calls in a model's answer, in the formats of the common APIs. A call that occurs twice (by id, or without one by name
 * and arguments) is returned once.
 */
export function findToolCalls(answer: unknown): FoundCall[] {
  const found = new Map<string, FoundCall>()
  collect(answer, found, 0)
  return [...found.values()]
}

/** Identifies a call: by its id, else by its name and arguments. */
export function callKey(call: FoundCall): string {
  return call.id ?? JSON.stringify([call.name, call.arguments ?? null])
}

function collect(value: unknown, found: Map<string, FoundCall>, depth: number): void {
  if (depth > MAX_CALL_DEPTH || typeof value !== 'object' || value === null) return
  const call = isRecord(value) ? readCall(value) : undefined
  if (call === undefined) {
    for (const inner of Object.values(value)) collect(inner, found, depth + 1)
  } else if (!found.has(callKey(call))) found.set(callKey(call), call)
}

/** Parses this one value as a tool call, or returns undefined. */
export function readCall(value: Record<string, unknown>): FoundCall | undefined {
  // Chat completions: { id, function: { name, arguments } }; without an id from OpenInference.
  if (isRecord(value.function) && 'name' in value.function && !('parameters' in value.function))
    return call(value.id, value.function.name, value.function.arguments)
  // Gemini: { function_call: { id?, name, args } }.
  const gemini = value.function_call ?? value.functionCall
  if (isRecord(gemini)) return call(gemini.id, gemini.name, gemini.args ?? gemini.arguments)
  // Bedrock's Converse API, and Genkit.
  if (isRecord(value.toolUse)) return call(value.toolUse.toolUseId, value.toolUse.name, value.toolUse.input)
  if (isRecord(value.toolRequest)) return call(value.toolRequest.ref, value.toolRequest.name, value.toolRequest.input)
  // Vercel AI SDK: { toolCallId, toolName, input }. A result of the same call has `output` or `result`.
  if ('toolCallId' in value && 'toolName' in value && !('result' in value) && !('output' in value))
    return call(value.toolCallId, value.toolName, value.input ?? value.args)
  switch (value.type) {
    case 'function_call':
      return call(value.call_id ?? value.id, value.name, value.arguments)
    case 'tool_use':
      return call(value.id, value.name, value.input)
    // Strands.
    case 'toolUse':
      return call(value.toolUseId, value.name, value.input)
    case 'tool_call':
      return call(value.call_id ?? value.id, value.name, value.arguments ?? value.args)
    default:
      return undefined
  }
}

function call(id: unknown, name: unknown, args: unknown): FoundCall | undefined {
  const text = asText(name)
  return text === undefined ? undefined : { id: asId(id), name: text, arguments: parseEmbedded(args) }
}

type FoundResult = {
  id?: string | undefined
  name?: string | undefined
  value: unknown
  isError: boolean
}

/** Returns the results of tools in a conversation by the id of their call, the first of each, in the formats of the common APIs. */
export function findToolResults(conversation: unknown): Map<string, FoundResult> {
  const found = new Map<string, FoundResult>()
  const walk = (value: unknown, depth: number) => {
    if (depth > MAX_CALL_DEPTH || typeof value !== 'object' || value === null) return
    const answer = isRecord(value) ? (readToolResult(value) ?? toolMessage(value)) : undefined
    if (answer?.id === undefined) for (const inner of Object.values(value)) walk(inner, depth + 1)
    else if (!found.has(answer.id)) found.set(answer.id, answer)
  }
  walk(conversation, 0)
  return found
}

const toolMessage = (value: Record<string, unknown>) =>
  toResult(value, value.tool_call_id ?? value.tool_use_id, value.content)

/** Parses this one value as the result of a tool, as a block, an item or a part, or returns undefined. */
export function readToolResult(value: Record<string, unknown>): FoundResult | undefined {
  const gemini = value.function_response ?? value.functionResponse
  if (isRecord(gemini)) return toResult(gemini, gemini.id, gemini.response)
  const { toolResult: bedrock, toolResponse: genkit } = value
  if (isRecord(bedrock)) return toResult(bedrock, bedrock.toolUseId, bedrock.content)
  if (isRecord(genkit)) return toResult(genkit, genkit.ref, genkit.output)
  switch (value.type) {
    case 'tool_result':
    case 'web_search_tool_result':
      return toResult(value, value.tool_use_id, value.content)
    case 'function_call_output':
    case 'custom_tool_call_output':
      return toResult(value, value.call_id, value.output)
    case 'tool_call_response':
      return toResult(value, value.call_id ?? value.id, value.response ?? value.result)
    case 'tool-result': {
      const { output, isError } = vercelOutput(value)
      return toResult({ ...value, isError }, value.toolCallId, output)
    }
    case 'toolResult':
      return toResult(value, value.toolUseId, value.content)
    default:
      return undefined
  }
}

function toResult(said: Record<string, unknown>, id: unknown, value: unknown): FoundResult {
  const isError = said.is_error === true || said.isError === true || said.status === 'error'
  return { id: asId(id), name: asText(said.name ?? said.toolName), value: plainResult(value), isError }
}

const VERCEL_KINDS = new Set(['text', 'json', 'content', 'error-text', 'error-json'])

/** Vercel's AI SDK names the kind of an output beside it since version 5, and that it is an error only there. */
function vercelOutput({ output, result, isError }: Record<string, unknown>) {
  const kind = isRecord(output) && 'value' in output ? asText(output.type) : undefined
  if (kind === undefined || !VERCEL_KINDS.has(kind)) return { output: output ?? result, isError }
  return { output: asRecord(output).value, isError: kind.startsWith('error-') }
}

/** Joins a result that is a list of text blocks; JSON text is parsed. */
export function plainResult(value: unknown): unknown {
  const blocks = asList(value).map(asRecord)
  const isText =
    blocks.length > 0 &&
    blocks.every(({ type, text, ...rest }) => {
      const isBlock = type === 'text' || (type === undefined && Object.keys(rest).length === 0)
      return isBlock && typeof text === 'string'
    })
  return parseEmbedded(isText ? blocks.map(({ text }) => text).join('\n\n') : value)
}

type ReportedUsage = {
  inputTokens?: number | undefined
  outputTokens?: number | undefined
  totalTokens?: number | undefined
}

const INPUT = ['input_tokens', 'prompt_tokens', 'prompt_token_count', 'promptTokenCount']
const OUTPUT = ['output_tokens', 'completion_tokens', 'candidates_token_count', 'candidatesTokenCount']
/** Anthropic's `input_tokens` excludes tokens read from and written to its cache. */
const CACHED = ['cache_read_input_tokens', 'cache_creation_input_tokens']
const TOTAL = ['total_tokens', 'total_token_count', 'totalTokenCount']

/** Returns the token usage reported in a provider's answer, in the formats of the common APIs; empty if there is none. */
export function reportedUsage(answer: unknown): ReportedUsage {
  if (!isRecord(answer)) return {}
  const inner = isRecord(answer.response_metadata) ? answer.response_metadata : {}
  const usage = [answer.usage, answer.usage_metadata, answer.usageMetadata, inner.token_usage, inner.usage].find(
    isRecord,
  )
  if (usage === undefined) return {}
  const count = (names: readonly string[]) =>
    names.map((name) => asCount(usage[name])).find((value) => value !== undefined)
  const uncached = asCount(usage.input_tokens)
  const cached = CACHED.reduce((sum, name) => sum + (asCount(usage[name]) ?? 0), 0)
  return {
    inputTokens: uncached === undefined ? count(INPUT) : uncached + cached,
    outputTokens: count(OUTPUT),
    totalTokens: count(TOTAL),
  }
}
