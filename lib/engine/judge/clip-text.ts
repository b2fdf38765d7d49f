/** Text shown to a judge, whole or as head and tail with the number of characters left out between them. */
export type ClippedText = string | { head: string; characters_left_out: number; tail: string }

/** Keeps at most `max` characters of a text: two thirds from its head, the rest from its tail. */
export function clipText(text: string, max: number): ClippedText {
  if (text.length <= max) return text.toWellFormed()
  const headLength = Math.ceil((max * 2) / 3)
  const tailLength = max - headLength
  return {
    head: text.slice(0, headLength).toWellFormed(),
    characters_left_out: text.length - max,
    tail: tailLength === 0 ? '' : text.slice(-tailLength).toWellFormed(),
  }
}

/** A worker's output as text: strings as they are, anything else as JSON. */
export function textOf(output: unknown): string {
  return typeof output === 'string' ? output : (JSON.stringify(output) ?? '')
}
