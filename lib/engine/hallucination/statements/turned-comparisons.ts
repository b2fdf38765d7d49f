import { areOpposite } from '../words/opposites'
import { isContent, type Token } from '../words/tokens'
import { measuresOf } from './measures'

/** Whether one sentence compares two things as another does, from the other side: "A is heavier than B" and "B is lighter than A". */
export function isTurnedComparison(own: readonly Token[], others: readonly Token[]): boolean {
  const [one, other] = [sidesOf(own), sidesOf(others)]
  if (!one || !other) return false
  const isMoved = (from: readonly Token[], to: readonly Token[], back: readonly Token[]) =>
    from.some((token) => has(to, token) && !has(back, token))
  if (!isMoved(one.before, other.behind, other.before) || !isMoved(one.behind, other.before, other.behind)) return false
  const words = one.before.filter((word) => !has(others, word))
  const rivals = other.before.filter((word) => !has(own, word))
  return words.some((word) => rivals.some((rival) => areTurned(word.term.key, rival.term.key)))
}

const has = (tokens: readonly Token[], { term }: Token) => tokens.some((token) => token.term === term)

/** The content words before and behind "than". */
function sidesOf(tokens: readonly Token[]): { before: readonly Token[]; behind: readonly Token[] } | null {
  const than = tokens.findIndex(({ term }) => term.key === 'than')
  const words = (some: readonly Token[]) => some.filter((token) => isContent(token) || comparing.test(token.term.key))
  return than < 1 ? null : { before: words(tokens.slice(0, than)), behind: words(tokens.slice(than + 1)) }
}

const comparing = /^(?:more|less|fewer)$/

function areTurned(one: string, other: string): boolean {
  if (areOpposite(one, other)) return true
  const [own, theirs] = [measuresOf(one), measuresOf(other)]
  return own.some(({ unit, isMore }) => theirs.some((rival) => rival.unit === unit && rival.isMore !== isMore))
}
