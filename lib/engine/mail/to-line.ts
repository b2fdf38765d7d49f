// Line breaks would end a header; marks of direction would let one text pose as another.
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

/** Any text as one line that can stand in a header. */
export function toLine(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, ' ').replace(/ {2,}/g, ' ').trim()
}
