/** Normalises text to lower case, plain quotes and dashes, and single spaces. */
export function normalise(text: string): string {
  return text
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″«»]/g, '"')
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .toLowerCase()
    .trim()
}

/**
 * Returns the matches of a global pattern that never matches the empty string. Unlike `matchAll` it does not copy the pattern, which
 * matters when it runs on every sentence.
 */
export function matchesIn(text: string, pattern: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) matches.push(match)
  return matches
}

const stamp = /(?<=\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:Z|[+-]\d\d:?\d\d)?(?![\p{L}\d])/gu
const speaker = String.raw`\p{L}[\p{L}\d'’._-]{1,30}(?: [\p{L}\d'’.-]{1,30}){0,2}`
/** The name and time of a turn on a line of their own, as chats are copied: "marta  08:14". */
const turn = new RegExp(
  String.raw`(?<=^|\n)(${speaker})(?: {1,4}|\t|, )\[?(\d{1,2}:\d\d(?::\d\d)?)(?: ?([AP]M))?\]?[ \t]*\n(?=\S)`,
  'gu',
)
/** A turn of a chat that was exported with its day: "[14/05/25, 08:14:09] Ada: …", "14/05/2025, 08:14 - Ada: …". */
const exported = new RegExp(
  String.raw`(?<=^|\n)\[?\d{1,4}[-./]\d{1,2}[-./]\d{1,4},? (\d{1,2}:\d\d)(?::\d\d)?\]? (?:- )?(?=${speaker}: )`,
  'gu',
)

/** Writes timestamps, the numbers of JSON and the turns of chats as prose has them, so that all readers know them: "2025-06-02 08:00", "[08:14] marta: …". */
export function toPlainLines(text: string): string {
  // A sign is found much faster than a pattern.
  let plain = text.includes('-') && /\d-\d\dT\d/.test(text) ? text.replace(stamp, ' $1') : text
  // Compact JSON has its numbers directly behind a colon, as times have.
  if (plain.includes('":')) plain = plain.replace(/":(?=-?\d)/g, '": ')
  if (!plain.includes(':') || !/\d:\d\d/.test(plain)) return plain
  plain = plain.replace(
    turn,
    (_line, name: string, time: string, half: string | undefined) => `[${time}] ${name}: ${half ? `(${half}) ` : ''}`,
  )
  return plain.replace(exported, '[$1] ')
}

/** Whether a text has fields of JSON, which are no sentence. */
export const hasFields = (text: string): boolean => /"\s*:/.test(text)
