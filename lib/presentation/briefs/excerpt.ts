import type { Excerpt } from '@/lib/contracts/briefs'
import { readConversation } from '../transcript/conversation'

/** What turns a text around on the screen without being seen, and what a terminal obeys. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A text without what nobody sees, up to so many characters. */
export function cutText(text: string, max: number): Excerpt {
  const clean = text.replaceAll('\r\n', '\n').replace(UNSEEN, '')
  if (clean.length <= max) return { text: clean, more: 0 }
  const kept = clean.slice(0, max).toWellFormed()
  return { text: kept, more: clean.length - kept.length }
}

/** The same as one string that says how much it leaves out. */
export function cutLine(text: string, max: number): string {
  const cut = cutText(text.replace(/\s+/g, ' ').trim(), max)
  return cut.more > 0 ? `${cut.text}…` : cut.text
}

/** What a run was sent: a text as it is, a conversation turn by turn, anything else as JSON; null where nothing was. */
export function requestExcerpt(value: unknown, max: number): Excerpt | null {
  if (value === undefined) return null
  const turns = readConversation(value)
  return cutText(turns ? turns.map(({ role, text }) => `${role}: ${text ?? ''}`).join('\n\n') : textOf(value), max)
}

/** What a run answered: of a conversation the last turn that says something. */
export function outputExcerpt(value: unknown, max: number): Excerpt | null {
  if (value === undefined) return null
  const last = readConversation(value)?.findLast(({ text }) => text !== null && text.trim() !== '')
  return cutText(last?.text ?? textOf(value), max)
}

/** A record of a single text is that text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const only = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : []
  return only.length === 1 && typeof only[0] === 'string' ? only[0] : (JSON.stringify(value, null, 2) ?? '')
}
