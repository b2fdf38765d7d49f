import { isEquivalent } from './alignment'
import type { Misplaced } from './misplaced-names'
import type { SourceSentence } from './segment'
import { isContent, type Token } from './tokens'

interface Direction {
  from: Token
  to: Token
}

const articles = /^(?:the|a|an|its|his|her|their|our|my|your)$/

/** Finds "from A to B" where a source has "from B to A", and no source has the same. Sources also write "A -> B" and "B (was A)". */
export function reversedDirection(
  tokens: readonly Token[],
  candidates: readonly SourceSentence[],
): (Misplaced & { source: SourceSentence }) | null {
  const own = changedIn(tokens)
  if (own.length === 0) return null
  const content = tokens.filter(isContent)
  let found: (Misplaced & { source: SourceSentence }) | null = null
  for (const source of candidates) {
    const theirs = [...changedIn(source.tokens), ...changesIn(source)]
    for (const one of own)
      for (const other of theirs) {
        if (isSame(one.from, other.from) && isSame(one.to, other.to)) return null
        if (found || !isSame(one.from, other.to) || !isSame(one.to, other.from)) continue
        const isShared = content.some(
          (token) => token !== one.from && token !== one.to && source.terms().has(token.term),
        )
        if (isShared) found = { from: one.from, to: one.to, says: 'Exchanged with another: the source says', source }
      }
  }
  return found
}

const isSame = (one: Token, other: Token) =>
  one.term === other.term || (one.number !== undefined && one.kind === other.kind && isEquivalent(one, other))

/** The ends of each "from A to B", by their last content word. */
function changedIn(tokens: readonly Token[]): Direction[] {
  const found: Direction[] = []
  for (const [at, { term }] of tokens.entries()) {
    if (term.key !== 'from') continue
    const first = phraseFrom(tokens, at + 1)
    if (!first || tokens[first.end]?.term.key !== 'to') continue
    const second = phraseFrom(tokens, first.end + 1)
    if (second) found.push({ from: first.head, to: second.head })
  }
  return found
}

/** The last number, or else word, of up to three from a place, and where they end. */
function phraseFrom(tokens: readonly Token[], start: number): { head: Token; end: number } | null {
  let end = start
  if (articles.test(tokens[end]?.term.key ?? '')) end++
  const first = end
  while (end < first + 3 && tokens[end] && (isContent(tokens[end] as Token) || tokens[end]?.kind !== 'word')) end++
  const head = tokens.slice(first, end).findLast(({ number }) => number) ?? tokens[end - 1]
  return head && end > first ? { head, end } : null
}

const arrow = /^[^\n\d]{0,12}?(?:->|=>|→|➔|-->)[^\n\d]{0,3}$/
const former = /^(?:wa|was|before|previously|formerly|old)$/

/** The changes of a number that are written with an arrow, or with the former value in brackets. */
function changesIn({ tokens, text, isWhole }: SourceSentence): Direction[] {
  if (!isWhole) return []
  return tokens.flatMap((token, at): Direction[] => {
    const next = tokens.slice(at + 1, at + 4).findIndex(({ number }) => number)
    const other = tokens[at + 1 + next]
    if (!token.number || next < 0 || !other) return []
    const gap = text.slice(token.end, other.start)
    if (arrow.test(gap)) return [{ from: token, to: other }]
    const isFormer = gap.includes('(') && tokens.slice(at + 1, at + 1 + next).some(({ term }) => former.test(term.key))
    return isFormer ? [{ from: other, to: token }] : []
  })
}
