import { isRecord } from '@/lib/contracts/is-record'
import { plainMessage } from '@/lib/engine/json/plain-message'
import { asId, asList, asRecord, asText, parseEmbedded } from '@/lib/ingest/json'
import { findToolCalls, plainResult, readCall } from '@/lib/ingest/messages'
import { type Message, readMessages } from '../read-messages'
import { isPartList, type Part, type ResultPart, readParts, readResult, reasoningParts, toCallPart } from './parts'

export type TurnRole = 'system' | 'user' | 'assistant' | 'tool' | 'agent'

/** One message of a conversation: its role, and the parts of its content. */
export type Turn = { role: TurnRole; name: string | null; parts: (Part | ResultPart)[] }

const ROLES: Readonly<Record<string, TurnRole>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  tool: 'tool',
  function: 'tool',
}

/**
 * Reads the conversation in a payload, in order: a list of messages, one message, or a model's whole answer, in the formats of the common
 * APIs. Null for any other payload.
 */
export function readTurns(payload: unknown): Turn[] | null {
  if (Array.isArray(payload)) return readList(payload)
  if (!isRecord(payload)) return null
  const item = readItem(payload)
  if (item) return [item]
  const inner = envelopeOf(payload)
  return inner === undefined ? null : readTurns(inner)
}

/** Returns the messages wrapped in a model's answer or a framework's state. */
function envelopeOf(record: Record<string, unknown>): unknown {
  if (Array.isArray(record.choices)) return record.choices.map((choice) => asRecord(choice).message)
  if (Array.isArray(record.candidates)) return record.candidates.map((candidate) => asRecord(candidate).content)
  if (Array.isArray(record.generations)) return record.generations.flat().map((made) => asRecord(made).message)
  if (record.object === 'response' && Array.isArray(record.output)) return record.output
  if (Array.isArray(record.contents)) return record.contents
  // CrewAI's result of a task or of the crew; one in a shape of its own says more than its text.
  if (isResultOfCrew(record)) return [{ role: 'assistant', content: record.raw }]
  for (const key of ['messages', 'message', 'new_message', 'newMessage', 'content'] as const) {
    const inner = record[key]
    if (isRecord(inner) && readItem(inner)) return inner
    if (key === 'messages' && Array.isArray(inner)) return inner
  }
  return undefined
}

const isResultOfCrew = ({ raw, json_dict, pydantic, ...record }: Record<string, unknown>) =>
  typeof raw === 'string' && !(json_dict ?? pydantic) && ('tasks_output' in record || 'output_format' in record)

function readList(list: readonly unknown[]): Turn[] | null {
  if (list.length === 0) return null
  const pairs = list.map(pairToMessage)
  if (pairs.every((pair) => pair !== null)) return readList(pairs)
  const [first] = list
  if (list.length === 1 && Array.isArray(first)) return readList(first)
  // Parts of one answer without the message around them.
  if (isPartList(list) && list.some((item) => isRecord(item) && (readCall(item) || asText(item.type))))
    return [{ role: 'assistant', name: null, parts: readParts(list) }]
  const turns = list.map((item) => (isRecord(item) ? (readItem(item) ?? readTurns(item)) : null))
  return turns.every((turn) => turn !== null) ? mergeItems(turns.flat()) : null
}

/** LangChain takes a message as a pair, `["user", "How warm is it?"]`. */
function pairToMessage(item: unknown) {
  if (!Array.isArray(item) || item.length !== 2) return null
  const [role, content] = item
  return typeof role === 'string' && typeof content === 'string' && ROLES[role] !== undefined ? { role, content } : null
}

/** Merges items of the responses API that belong to one turn of the model. */
function mergeItems(turns: readonly Turn[]): Turn[] {
  const merged: Turn[] = []
  for (const turn of turns) {
    const last = merged.at(-1)
    const isGoingOn =
      last?.role === 'assistant' && turn.role === 'assistant' && last.parts.every(({ kind }) => kind === 'reasoning')
    if (last && isGoingOn) last.parts.push(...turn.parts)
    else merged.push({ ...turn, parts: [...turn.parts] })
  }
  return merged
}

/** Reads a message, or an item in the place of one: a call, a result, reasoning. */
function readItem(value: Record<string, unknown>): Turn | null {
  const message = readMessage(value)
  if (message) return message
  if (typeof value.type !== 'string' || 'role' in value) return null
  if (readResult(value)) return { role: 'tool', name: null, parts: readParts(value) }
  const isItem = readCall(value) !== undefined || value.type === 'reasoning' || /_call$/.test(value.type)
  return isItem ? { role: 'assistant', name: null, parts: readParts(value) } : null
}

function readMessage(sent: Record<string, unknown>): Turn | null {
  const value = plainMessage(sent)
  const spoken = asText(value.role) ?? (typeof value.content === 'undefined' ? undefined : asText(value.type))
  if (spoken === undefined || !SAYING.some((key) => key in value)) return null
  const key = spoken.toLowerCase().replace(/messagechunk$|message$/, '')
  if (value.role === undefined && ROLES[key] === undefined) return null
  const role = isToolDefinition(value.content) ? 'system' : (ROLES[key] ?? 'agent')
  const name = asText(value.name) ?? (ROLES[key] === undefined ? spoken : null)
  return { role, name, parts: role === 'tool' ? toolParts(value, name) : saidParts(value) }
}

/** Langfuse lists the tools that a model may call after the messages. */
const isToolDefinition = (content: unknown) =>
  isRecord(content) && content.type === 'function' && 'parameters' in asRecord(content.function)

const SAYING = ['content', 'parts', 'tool_calls', 'toolCalls', 'function_call', 'contents']

/** Reads the result of a tool message, whose content may contain several. */
function toolParts(value: Record<string, unknown>, name: string | null): (Part | ResultPart)[] {
  const inner = readParts(value.parts ?? value.content)
  if (inner.some(({ kind }) => kind === 'result')) return inner
  const id = asId(value.tool_call_id ?? value.toolCallId ?? value.call_id) ?? null
  const { error } = value
  const isError = (error !== null && error !== undefined) || value.status === 'error' || value.is_error === true
  const said = asText(asRecord(error).message) ?? asText(error)
  const content = plainResult(value.content ?? value.parts)
  return [{ kind: 'result', id, name: name ?? asText(value.function) ?? null, value: said ?? content, isError }]
}

function saidParts(value: Record<string, unknown>): (Part | ResultPart)[] {
  const reasoning = [value.reasoning_content, value.reasoning, value.thinking].map(asText).find(Boolean)
  const parts = [...reasoningParts(reasoning), ...readParts(value.content ?? value.parts ?? value.contents)]
  const refusal = asText(value.refusal)
  if (refusal !== undefined) parts.push({ kind: 'text', text: refusal })
  const inParts = new Set(parts.flatMap((part) => (part.kind === 'call' ? [part.id ?? part.name] : [])))
  for (const call of callsOf(value)) if (!inParts.has(call.id ?? call.name)) parts.push(call)
  return parts
}

function callsOf(value: Record<string, unknown>) {
  const lists = [value.tool_calls, value.toolCalls, asRecord(value.additional_kwargs).tool_calls]
  const asked = asList(lists.find((calls) => asList(calls).length > 0)).slice()
  if (isRecord(value.function_call)) asked.push({ function: value.function_call })
  return asked.map(asRecord).flatMap((call) => {
    // Inspect writes { id, function: "name", arguments }, LangChain { id, name, args }.
    const name = asText(call.function) ?? (call.type === 'tool_call' || 'args' in call ? asText(call.name) : undefined)
    if (name === undefined) return findToolCalls(call).map(toCallPart)
    const args = parseEmbedded(call.arguments ?? call.args)
    return [toCallPart({ id: asId(call.id), name, arguments: args })]
  })
}

/**
 * Reads a conversation from a payload of any supported API or framework: GenAI parts, Anthropic's blocks, LangChain's envelopes. Null if
 * there is none. `rest` keeps the other fields of a turn.
 */
export function readConversation(payload: unknown): Message[] | null {
  const turns = () => readTurns(payload)?.map(toMessage) ?? null
  const plain = readMessages(payload)
  return plain?.some(hasBlocks) ? (turns() ?? plain) : (plain ?? turns())
}

/** Plain messages contain content of several kinds as JSON text. */
const hasBlocks = ({ text }: Message) => text !== null && /^\[\s*\{/.test(text)

function toMessage({ role, name, parts }: Turn): Message {
  const said = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  const others = parts.filter(({ kind }) => kind !== 'text')
  return {
    role,
    name,
    text: said.length > 0 ? said.join('\n\n') : null,
    rest: others.length > 0 ? { parts: others.map(withoutEmpty) } : {},
  }
}

function withoutEmpty(part: object): object {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null && value !== undefined))
}
