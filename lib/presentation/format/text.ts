import type { Excerpt } from '@/lib/contracts/briefs'

/** Capitalises the first letter. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const uncapital = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Joins words in a sentence: "self", "self and peer", "self, peer and human". */
export function listWords(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ')
}

/** Quotes text as one word of a POSIX shell: unchanged if safe, else in single quotes. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** Invisible characters that change the direction of text, or control a terminal. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Shows such characters as escapes like `\u001b`, which a reader of JSON reads as the same characters. */
export const escapeUnseen = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(UNSEEN, (unseen) => `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`)

let graphemes: Intl.Segmenter | undefined
/** Characters looked at on either side of a place; what a reader sees as one character is rarely longer. */
const AROUND = 64

/**
 * The start of a text of at most `max` characters (UTF-16 units) that ends between two characters as a reader sees them: no letter loses
 * its accent, and no emoji a part. Of one that is longer than 64 it may keep a part.
 */
export function startOf(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, placeBefore(text, max))
}

/** The last place up to `place` between two characters as a reader sees them. */
function placeBefore(text: string, place: number): number {
  const from = Math.max(0, place - AROUND)
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const { index = 0 } = graphemes.segment(text.slice(from, place + AROUND)).containing(place - from) ?? {}
  return index > 0 || from === 0 ? from + index : wholeLetters(text.slice(0, place))
}

/** Removes invisible characters and cuts the text to `max` characters. */
export function cutText(text: string, max: number): Excerpt {
  const clean = text.replaceAll('\r\n', '\n').replace(UNSEEN, '')
  if (clean.length <= max) return { text: clean, more: 0 }
  const kept = startOf(clean, max).toWellFormed()
  return { text: kept, more: clean.length - kept.length }
}

/** A short part of a word at the end of a text, and at its start. */
const [wordEnd, wordStart] = [/ [^ ]{1,12}$/, /^[^ ]{1,12} /]

/**
 * Like {@link cutLine}, cut in its middle, between words where these are short: messages of one kind begin alike, and what tells them apart
 * is at their end.
 */
export function cutMiddle(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').replace(UNSEEN, '').trim()
  if (line.length <= max) return line
  const start = Math.floor(max * 0.4)
  const end = placeBefore(line, line.length - (max - start - 3))
  const head = startOf(line, start).replace(line.charAt(start) === ' ' ? '' : wordEnd, '')
  const tail = line.slice(end).replace(line.charAt(end - 1) === ' ' ? '' : wordStart, '')
  return `${head.trimEnd()} … ${tail.trimStart()}`.toWellFormed()
}

/** Like {@link cutText}, as one line that ends with an ellipsis if it was cut. */
export function cutLine(text: string, max: number): string {
  const cut = cutText(text.replace(/\s+/g, ' ').trim(), max)
  return cut.more > 0 ? `${cut.text}…` : cut.text
}

/** Splits a text after line breaks, or else after spaces, into pieces of at most `max` characters that joined are the text. */
export function splitText(text: string, max: number): string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length; start += pieces.at(-1)?.length ?? 0) {
    const piece = text.slice(start, start + max)
    const isLast = start + max >= text.length
    const end = isLast
      ? max
      : piece.lastIndexOf('\n') + 1 || piece.lastIndexOf(' ') + 1 || placeBefore(text, start + max) - start || max
    pieces.push(piece.slice(0, end))
  }
  return pieces
}

/** The length without half a surrogate pair at the end. */
const wholeLetters = (piece: string) => (/[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length)
