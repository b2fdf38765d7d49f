import type { Excerpt } from '@/lib/contracts/briefs'
import { UNSEEN } from '@/lib/engine/cut-middle'

export { cutMiddle } from '@/lib/engine/cut-middle'

/** Capitalises the first letter. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Quotes text as one word of a POSIX shell: unchanged if safe, else in single quotes. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

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
