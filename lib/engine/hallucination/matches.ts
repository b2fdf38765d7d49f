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
