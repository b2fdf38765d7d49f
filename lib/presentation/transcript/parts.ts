import { isRecord } from '@/lib/contracts/is-record'
import { type RetrievedDocument, readAllDocuments } from '@/lib/ingest/documents'
import { asId, asList, asRecord, asText } from '@/lib/ingest/json'
import { type FoundCall, readCall, readToolResult } from '@/lib/ingest/messages'
import { readJsonText } from '../read-messages'

export type { RetrievedDocument }

/** One tool call with its result. `result` and `error` are undefined if unknown. */
export type CallPart = {
  kind: 'call'
  id: string | null
  name: string
  arguments?: unknown
  result?: unknown
  error?: unknown
  /** The id of another step that executes it; null if there is none. */
  answeredIn: string | null
}

/** One part of a step's content, in any API's format. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string }
  | { kind: 'json'; value: unknown }
  | { kind: 'documents'; documents: RetrievedDocument[] }
  | { kind: 'image'; source: string; isInline: boolean }
  | { kind: 'file'; name: string; source: string | null }
  | CallPart

/** The result of a tool, separate from its call. */
export type ResultPart = { kind: 'result'; id: string | null; name: string | null; value: unknown; isError: boolean }

/**
 * Reads the parts of a message's content: text, reasoning, tool calls and results, pictures, in the formats of the common APIs (chat
 * completions, responses, Anthropic's blocks, Gemini, GenAI parts, LangChain). Unknown content stays JSON.
 */
export function readParts(content: unknown): (Part | ResultPart)[] {
  if (content === null || content === undefined) return []
  if (typeof content === 'string') return textParts(content)
  if (Array.isArray(content)) return isContent(content) ? content.flatMap(readPart) : [{ kind: 'json', value: content }]
  return readPart(content)
}

/** The parts of a value that is no message: its text, or the value itself. */
export const payloadParts = (value: unknown): Part[] =>
  typeof value === 'string' ? textParts(value) : [{ kind: 'json', value }]

/** Models with open weights think in tags, before they answer. */
const THOUGHT = /^\s*<(think|thinking)>([\s\S]*?)<\/\1>\s*/

/** Returns what a model says after thinking aloud. */
export const saidAfterThought = (text: string): string => text.replace(THOUGHT, '')

/** Returns a text part, or a JSON part if the whole text is JSON, after one for a thought in tags; none for blank text. */
export function textParts(text: string): Part[] {
  const [, , thought] = THOUGHT.exec(text) ?? []
  const said = saidAfterThought(text)
  if (said.trim() === '') return reasoningParts(thought)
  const held = readJsonText(said)
  return [...reasoningParts(thought), held === undefined ? { kind: 'text', text: said } : { kind: 'json', value: held }]
}

/** Converts JSON that consists only of retrieved documents to a documents part. */
export function asDocuments(part: Part): Part {
  const documents = part.kind === 'json' ? readAllDocuments(part.value) : null
  return documents ? { kind: 'documents', documents } : part
}

export function toCallPart(call: FoundCall): CallPart {
  return { kind: 'call', id: call.id ?? null, name: call.name, arguments: call.arguments, answeredIn: null }
}

/** Whether a list is the content of one message: parts of known kinds without a role. */
export function isPartList(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every((item) => typeof item === 'string' || (isRecord(item) && isPart(item)))
}

const PART_TYPES = new Set(
  'text input_text output_text refusal thinking redacted_thinking reasoning image image_url input_image input_audio audio file input_file document blob uri tool_use tool_result tool_call tool_call_response tool-call tool-result function_call function_call_output server_tool_use toolUse toolResult'.split(
    ' ',
  ),
)
const PART_KEYS = ['function_call', 'functionCall', 'inline_data', 'inlineData']
const TEXT_KEYS = new Set(['text', 'thought', 'thoughtSignature', 'thought_signature'])

/** Message content may contain parts of unknown kinds. */
function isContent(list: readonly unknown[]): boolean {
  return list.every((item) => typeof item === 'string' || (isRecord(item) && (isPart(item) || 'type' in item)))
}

function isPart(item: Record<string, unknown>): boolean {
  if ('role' in item) return false
  if (typeof item.type === 'string') return PART_TYPES.has(item.type)
  if (typeof item.text === 'string') return Object.keys(item).every((key) => TEXT_KEYS.has(key))
  return PART_KEYS.some((key) => key in item) || readCall(item) !== undefined || readToolResult(item) !== undefined
}

function readPart(value: unknown): (Part | ResultPart)[] {
  if (typeof value === 'string') return textParts(value)
  if (!isRecord(value)) return value === null || value === undefined ? [] : [{ kind: 'json', value }]
  const call = readCall(value) ?? serverCall(value)
  if (call) return [toCallPart(call)]
  const result = readResult(value)
  if (result) return [result]
  return readSaid(value) ?? readMedia(value) ?? [{ kind: 'json', value }]
}

/** Parses a call executed by the provider, in Anthropic's blocks and items of the responses API. */
function serverCall(value: Record<string, unknown>): FoundCall | undefined {
  const type = asText(value.type)
  if (type === 'server_tool_use' && asText(value.name) !== undefined)
    return { id: asId(value.id), name: asText(value.name) ?? '', arguments: value.input }
  if (
    type === undefined ||
    !/^(web_search|file_search|computer|code_interpreter|mcp|image_generation)_call$/.test(type)
  )
    return undefined
  return {
    id: asId(value.id),
    name: asText(value.name) ?? type.replace(/_call$/, ''),
    arguments: value.action ?? value.arguments ?? value.queries ?? value.code,
  }
}

/** Parses the result of a tool as a block, an item or a part; undefined for anything else. */
export function readResult(value: Record<string, unknown>): ResultPart | undefined {
  const found = readToolResult(value)
  return found && { kind: 'result', ...found, id: found.id ?? null, name: found.name ?? null }
}

function readSaid(value: Record<string, unknown>): Part[] | undefined {
  const text = [value.text, value.content, value.refusal, value.thinking].find((part) => typeof part === 'string')
  switch (value.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'refusal':
      return text === undefined ? [] : textParts(text)
    case 'thinking':
    case 'redacted_thinking':
    case 'reasoning':
      return reasoningParts(text ?? textOf(value.summary) ?? textOf(value.content) ?? asText(value.reasoning))
    case undefined:
      if (typeof value.text !== 'string') return undefined
      return value.thought === true ? reasoningParts(value.text) : textParts(value.text)
    default:
      return undefined
  }
}

export function reasoningParts(text: string | undefined): Part[] {
  return text === undefined || text.trim() === '' ? [] : [{ kind: 'reasoning', text }]
}

function textOf(blocks: unknown): string | undefined {
  return asText(
    asList(blocks)
      .map((block) => asText(asRecord(block).text) ?? '')
      .join('\n\n'),
  )
}

const IMAGE_TYPES = new Set(['image', 'image_url', 'input_image'])
const FILE_TYPES = new Set(['file', 'input_file', 'document', 'input_audio', 'audio', 'blob', 'uri'])

function readMedia(value: Record<string, unknown>): Part[] | undefined {
  const type = asText(value.type) ?? ''
  const { mediaType, address } = mediaIn(value)
  const isImage = IMAGE_TYPES.has(type) || mediaType?.startsWith('image/')
  if (isImage && address !== undefined) return [imagePart(address)]
  if (!FILE_TYPES.has(type)) return undefined
  const name = asText(value.filename ?? asRecord(value.file).filename ?? value.title) ?? mediaType ?? type
  return [{ kind: 'file', name, source: address !== undefined && /^https?:/.test(address) ? address : null }]
}

/** Returns the type of a picture or file and its address, a data URL if its content is there instead, as the common APIs name them. */
function mediaIn(value: Record<string, unknown>): { mediaType: string | undefined; address: string | undefined } {
  const source = asRecord(value.source ?? value.inline_data ?? value.inlineData)
  const mediaType = asText(
    source.media_type ?? source.mime_type ?? source.mimeType ?? value.mime_type ?? value.mediaType,
  )
  const data = asText(source.data) ?? (value.type === 'blob' ? asText(value.data ?? value.content) : undefined)
  if (data !== undefined) return { mediaType, address: `data:${mediaType ?? 'image/png'};base64,${data}` }
  const address = isRecord(value.image_url)
    ? value.image_url.url
    : (value.image_url ?? value.image ?? source.url ?? value.uri ?? value.url)
  return { mediaType, address: asText(address) }
}

function imagePart(source: string): Part {
  return { kind: 'image', source, isInline: /^data:image\/(png|jpe?g|gif|webp|avif);/i.test(source) }
}
