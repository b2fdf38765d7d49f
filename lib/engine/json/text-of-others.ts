import { isRecord } from '@/lib/contracts/is-record'
import { asText } from './as-text'
import { plainMessage } from './plain-message'

const answering = new Set(['assistant', 'ai', 'tool', 'function', 'model'])
/** The beginning of a turn in a transcript, and those of the agent. */
const turn = /^\W{0,3}(?:user|human|customer|client|system|tool|function|assistant|ai|agent|model|bot)\W{0,3}:/i
const ownTurn = /^\W{0,3}(?:assistant|ai|agent|model|bot)\W{0,3}:/i
const depthMax = 6

/**
 * Returns what a step or run was given as text, without the messages of the agent and its tools, which support nothing that the agent says: in
 * lists of messages at any depth, up to six, and in transcripts ("Assistant: …").
 */
export function textOfOthers(value: unknown, depth = 0): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return withoutOwnTurns(value)
  if (depth > depthMax || typeof value !== 'object') return asText(value)
  if (!Array.isArray(value)) {
    const isFlat = Object.values(value).every(
      (one) => one === null || (typeof one === 'string' ? !one.includes('\n') : typeof one !== 'object'),
    )
    if (isFlat) return asText(value)
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${textOfOthers(one, depth + 1)}`)
      .join('\n')
  }
  return value
    .filter((one) => !isOwnMessage(one))
    .map((one) => textOfOthers(one, depth + 1))
    .join('\n')
}

/** Whether it is a message of the agent or its tools: by its role, or the type that LangChain gives it. */
function isOwnMessage(value: unknown): boolean {
  if (!isRecord(value)) return false
  const message = plainMessage(value)
  if (!('content' in message || 'parts' in message || 'text' in message)) return false
  const speaker = asText(message.role ?? message.type)
    .replace(/Message(?:Chunk)?$/, '')
    .toLowerCase()
  return answering.has(speaker)
}

function withoutOwnTurns(text: string): string {
  if (!text.includes(':') || !text.includes('\n')) return text
  let isOwn = false
  const kept = text.split('\n').filter((line) => {
    if (turn.test(line)) isOwn = ownTurn.test(line)
    return !isOwn
  })
  return kept.join('\n')
}
