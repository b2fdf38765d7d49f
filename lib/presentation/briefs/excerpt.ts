import type { Excerpt } from '@/lib/contracts/briefs'
import { readConversation } from '../transcript/conversation'

/** Invisible characters that change the direction of text, or control a terminal. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Removes invisible characters and cuts the text to `max` characters. */
export function cutText(text: string, max: number): Excerpt {
  const clean = text.replaceAll('\r\n', '\n').replace(UNSEEN, '')
  if (clean.length <= max) return { text: clean, more: 0 }
  const kept = clean.slice(0, max).toWellFormed()
  return { text: kept, more: clean.length - kept.length }
}

/** Like {@link cutText}, as one line that ends with an ellipsis if it was cut. */
export function cutLine(text: string, max: number): string {
  const cut = cutText(text.replace(/\s+/g, ' ').trim(), max)
  return cut.more > 0 ? `${cut.text}…` : cut.text
}

/** Returns an excerpt of a run's request: text unchanged, a conversation turn by turn, anything else as JSON; null without a request. */
export function requestExcerpt(value: unknown, max: number): Excerpt | null {
  if (value === undefined) return null
  const turns = readConversation(value)
  return cutText(turns ? turns.map(({ role, text }) => `${role}: ${text ?? ''}`).join('\n\n') : textOf(value), max)
}

/** Returns an excerpt of a run's output: the last text of a conversation, or the whole value. */
export function outputExcerpt(value: unknown, max: number): Excerpt | null {
  if (value === undefined) return null
  const last = readConversation(value)?.findLast(({ text }) => text !== null && text.trim() !== '')
  return cutText(last?.text ?? textOf(value), max)
}

/** A record with a single text is shown as that text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const only = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : []
  return only.length === 1 && typeof only[0] === 'string' ? only[0] : (JSON.stringify(value, null, 2) ?? '')
}
