import { isRecord } from '@/lib/contracts/is-record'
import { asText } from '@/lib/ingest/json/fields'

const MAX_DEPTH = 8

/**
 * The text that a model answered with, in the shapes of the well-known APIs (chat completions, responses, Anthropic,
 * Gemini, GenAI message parts); of several messages the last that says something. Undefined when there is none.
 */
export function answerText(value: unknown, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined
  if (typeof value === 'string') return asText(value)
  if (Array.isArray(value)) return isPartList(value) ? partsText(value) : lastText(value, depth)
  if (!isRecord(value)) return undefined
  if (SPEAKERS_OTHER_THAN_MODEL.has(String(value.role))) return undefined
  for (const key of [
    'message',
    'choices',
    'messages',
    'output',
    'candidates',
    'content',
    'contents',
    'parts',
  ] as const) {
    const text = value[key] === undefined ? undefined : answerText(value[key], depth + 1)
    if (text !== undefined) return text
  }
  return asText(value.text)
}

const SPEAKERS_OTHER_THAN_MODEL = new Set(['user', 'system', 'developer', 'tool', 'human', 'function'])

function lastText(list: readonly unknown[], depth: number): string | undefined {
  for (const item of list.toReversed()) {
    const text = answerText(item, depth + 1)
    if (text !== undefined) return text
  }
  return undefined
}

/** Parts of one message, as against messages: none of them has a role. */
function isPartList(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every((item) => isRecord(item) && item.role === undefined && partText(item) !== null)
}

function partsText(parts: readonly unknown[]): string | undefined {
  const texts = parts.map((part) => (isRecord(part) ? partText(part) : null)).filter((text) => text !== null)
  return asText(texts.join(''))
}

/** The text of a part; '' for one of another kind (a call, a picture, reasoning), null for what is no part. */
function partText(part: Record<string, unknown>): string | null {
  const type = asText(part.type)
  if (type === undefined) return typeof part.text === 'string' ? part.text : 'function_call' in part ? '' : null
  if (type === 'message' || 'message' in part) return null
  if (type !== 'text' && type !== 'output_text') return ''
  return asText(part.text) ?? asText(part.content) ?? ''
}
