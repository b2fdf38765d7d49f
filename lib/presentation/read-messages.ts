import { isRecord } from '@/lib/contracts/is-record'
import { parseEmbedded } from '@/lib/ingest/json'

/** One turn of a conversation. `text` is null if the turn only called tools. */
export type Message = { role: string; name: string | null; text: string | null; rest: Record<string, unknown> }

/**
 * Reads a conversation from a payload: a list of turns with a role, by itself or under `messages`. Null if it is not one. `rest` keeps the
 * other fields of a turn (tool calls, ids).
 */
export function readMessages(payload: unknown): Message[] | null {
  const list = Array.isArray(payload)
    ? payload
    : isRecord(payload) && Object.keys(payload).length === 1
      ? payload.messages
      : null
  if (!Array.isArray(list) || list.length === 0) return null
  const messages = list.map(readMessage)
  return messages.every((message) => message !== null) ? messages : null
}

/** Parses text that is a JSON record or list as a whole, whole numbers beyond 2^53 as their digits; undefined for prose. */
export function readJsonText(text: string): unknown {
  const value = parseEmbedded(text)
  return value === text ? undefined : value
}

/** A value, or what it holds if it is a text of JSON. */
export const heldValue = parseEmbedded

function readMessage(value: unknown): Message | null {
  if (!isRecord(value) || typeof value.role !== 'string' || !('content' in value || 'tool_calls' in value)) return null
  const { role, name, content, ...rest } = value
  const fields = Object.fromEntries(Object.entries(rest).filter(([, item]) => item !== null && item !== undefined))
  return { role, name: typeof name === 'string' ? name : null, text: readText(content), rest: fields }
}

function readText(content: unknown): string | null {
  if (typeof content === 'string') return content
  if (content === null || content === undefined) return null
  if (Array.isArray(content)) {
    const parts = content.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : null))
    if (parts.every((part) => part !== null)) return parts.join('\n\n')
  }
  return JSON.stringify(content, null, 2)
}
