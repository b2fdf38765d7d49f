import { isRecord } from '@/lib/contracts/is-record'
import type { RunInput } from '@/lib/contracts/run-input'

/** Metadata keys under which senders put the conversation of a run; `conversation` is the one read from spans. */
const KEYS = [
  'session.id',
  'gen_ai.conversation.id',
  'conversation',
  'session_id',
  'conversation_id',
  'thread_id',
  'thread',
]
/** As long as a filter may be, so that every thread can be listed by its own id. */
const MAX_THREAD = 500

/** Returns the conversation or session that a run belongs to, from its metadata; undefined if there is none. */
export function threadOf({ metadata }: Pick<RunInput, 'metadata'>): string | undefined {
  const otlp = isRecord(metadata?.otlp) ? metadata.otlp : {}
  for (const source of [metadata, otlp.attributes, otlp.resource]) {
    for (const key of KEYS) {
      const name = isRecord(source) ? toName(source[key]) : ''
      if (name !== '') return name
    }
  }
  return undefined
}

function toName(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value)
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_THREAD)
    .toWellFormed()
}
