const POP = '\u202c'
const POP_ISOLATE = '\u2069'
const EMBEDS = /[\u202a\u202b\u202d\u202e]/
const ISOLATES = /[\u2066-\u2068]/

/**
 * Returns a text of others for a sentence around it: what it opens of the other direction of writing, and does not close, is closed at its end.
 * Left open, such a character turns the rest of the sentence around.
 */
export function closedText(text: string): string {
  if (!EMBEDS.test(text) && !ISOLATES.test(text)) return text
  const open: string[] = []
  for (const letter of text)
    if (EMBEDS.test(letter)) open.push(POP)
    else if (ISOLATES.test(letter)) open.push(POP_ISOLATE)
    else if (letter === POP && open.at(-1) === POP) open.pop()
    // It also closes what was opened within it.
    else if (letter === POP_ISOLATE && open.includes(letter)) open.length = open.lastIndexOf(letter)
  return `${text}${open.toReversed().join('')}`
}
