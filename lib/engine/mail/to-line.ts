// Line breaks would end a header; bidirectional control characters would let a text pose as another.
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

/** Returns any text as one line that is safe in a header. */
export function toLine(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, ' ').replace(/ {2,}/g, ' ').trim()
}
