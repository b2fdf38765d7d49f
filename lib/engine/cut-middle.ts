/** Invisible characters that change the direction of text, or control a terminal. */
export const UNSEEN = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns text as one line of at most `max` characters without invisible ones, cut in its middle: messages of one kind begin alike, and
 * what tells them apart is at their end.
 */
export function cutMiddle(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').replace(UNSEEN, '').trim()
  if (line.length <= max) return line
  const start = Math.floor(max * 0.4)
  return `${line.slice(0, start).trimEnd()} … ${line.slice(start + 3 - max).trimStart()}`.toWellFormed()
}
