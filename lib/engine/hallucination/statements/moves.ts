import { isEquivalent } from '../sources/alignment'
import type { SourceSentence } from '../sources/segment'
import { stemOf } from '../text/stems'
import { isNegation } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Misplaced } from './misplaced-names'

interface Direction {
  from: Token
  to: Token
}

const articles = /^(?:the|a|an|its|his|her|their|our|my|your)$/

/** Finds "from A to B" where a source has "from B to A", and no source has the same. */
export function reversedDirection(
  tokens: readonly Token[],
  candidates: readonly SourceSentence[],
): (Misplaced & { source: SourceSentence }) | null {
  const own = changedIn(tokens)
  if (own.length === 0) return movedToStart(tokens, candidates)
  const content = tokens.filter(isContent)
  let found: (Misplaced & { source: SourceSentence }) | null = null
  for (const source of candidates) {
    const theirs = changedIn(source.tokens)
    for (const one of own)
      for (const other of theirs) {
        if (isSameEnd(one.from, other.from) && isSameEnd(one.to, other.to)) return null
        if (found || !isSameEnd(one.from, other.to) || !isSameEnd(one.to, other.from)) continue
        const isShared =
          content.some((token) => token !== one.from && token !== one.to && source.terms().has(token.term)) ||
          (tokens.some(isChanging) && source.tokens.some(isChanging))
        const isTurned = one.to.start < one.from.start
        if (isShared)
          found = {
            from: isTurned ? one.to : one.from,
            to: isTurned ? one.from : one.to,
            says: 'Two things are swapped here: the source says',
            source,
          }
      }
  }
  return found
}

/** Finds "moved to A" where a source has "moved from A to B", and none "to A". */
function movedToStart(
  tokens: readonly Token[],
  candidates: readonly SourceSentence[],
): (Misplaced & { source: SourceSentence }) | null {
  const at = tokens.findIndex(isMoving)
  const to = tokens.slice(at).findIndex(({ term }) => term.key === 'to') + at
  const end = at < 0 || to <= at || tokens.some(({ term }) => term.key === 'from') ? null : phraseFrom(tokens, to + 1)
  if (!end || tokens.slice(at, to).some(isNegation)) return null
  const rest = tokens.filter((token) => isContent(token) && token.start < (tokens[to]?.start ?? 0))
  const verb = tokens[at] as Token
  const source = candidates.find(
    (one) =>
      rest.every((token) => hasTerm(one.tokens, token)) &&
      changedIn(one.tokens).some(({ from }) => isSameEnd(end.head, from)),
  )
  const isTold = ({ tokens: others }: SourceSentence) =>
    others.some(
      ({ term }, place) => term.key === 'to' && isSameEnd(end.head, phraseFrom(others, place + 1)?.head ?? verb),
    )
  return source && !candidates.some(isTold) ? { from: end.head, to: end.head, says: 'The source says', source } : null
}

/** Verbs of what gets another place, time or value. */
const moving = new Set('move shift reschedule postpone raise increase lower reduce cut change'.split(' ').map(stemOf))
const isMoving = ({ term }: Token) => moving.has(term.key)

/** Verbs of what takes the place of another. */
const changing = new Set('move migrate switch change replace upgrade convert rename transition'.split(' ').map(stemOf))
/** Whether a verb tells that something takes the place of another. */
export const isChanging = ({ term }: Token) => changing.has(term.key)

const isSameEnd = (one: Token, other: Token) =>
  one.term === other.term || (one.number !== undefined && one.kind === other.kind && isEquivalent(one, other))

/** The ends of each "from A to B" and "B instead of A", by their last content word. */
function changedIn(tokens: readonly Token[]): Direction[] {
  const found: Direction[] = []
  for (const [at, { term }] of tokens.entries()) {
    if (term.key === 'instead' && tokens[at + 1]?.term.key === 'of') {
      const [to, from] = [tokens[at - 1], phraseFrom(tokens, at + 2)]
      if (to && (isContent(to) || to.number) && from) found.push({ from: from.head, to })
    }
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
