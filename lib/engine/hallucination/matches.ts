/**
 * The matches of a global pattern that never matches nothing. As `matchAll`, which copies the pattern for every text: that
 * counts where each sentence is a text.
 */
export function matchesIn(text: string, pattern: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) matches.push(match)
  return matches
}
