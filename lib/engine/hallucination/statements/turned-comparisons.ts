import { areConverse, areOpposite } from '../words/opposites'
import { hasTerm, isContent, type Token } from '../words/tokens'

/** Whether one sentence compares two things as another does, from the other side: "A is heavier than B" and "B is lighter than A". */
export function isTurnedComparison(own: readonly Token[], others: readonly Token[]): boolean {
  const [one, other] = [sidesOf(own), sidesOf(others)]
  if (!one || !other) return false
  if (!areMoved(one, other)) return false
  const words = one.before.filter((word) => !hasTerm(others, word))
  const rivals = other.before.filter((word) => !hasTerm(own, word))
  return words.some((word) => rivals.some((rival) => areOpposite(word.term.key, rival.term.key)))
}

/**
 * Whether two sentences tell of one thing from both sides: who beat whom, and who lost; who has sons, and whose sons they are; which is longer,
 * and how long each is.
 */
export function isConverse(own: readonly Token[], others: readonly Token[]): boolean {
  const hasWord = (tokens: readonly Token[], word: RegExp) => tokens.some(({ term }) => word.test(term.key))
  if (hasWord(own, /^than$/) && !hasWord(others, /^than$/)) return true
  const isOwnerFirst = (tokens: readonly Token[]) => hasWord(tokens, /^(?:has|ha|have|had|own)$/)
  if (isOwnerFirst(own) !== isOwnerFirst(others) && hasWord(isOwnerFirst(own) ? others : own, /^of$/)) return true
  return own.some(({ term }) =>
    others.some((other) => areConverse(term.key, other.term.key) && areOpposite(term.key, other.term.key)),
  )
}

/** Whether one sentence tells what another does, from the other side: "B came before A" and "A came after B". */
export function isTurnedSequence(own: readonly Token[], others: readonly Token[]): boolean {
  const [at, there] = [own, others].map((tokens) => tokens.findIndex(({ term }) => joints.test(term.key)))
  if (at === undefined || there === undefined || at < 1 || there < 1) return false
  const isAfter = (token: Token | undefined) => token?.term.key === 'after'
  return isAfter(own[at]) !== isAfter(others[there]) && areMoved(around(own, at), around(others, there))
}

const joints = /^(?:befor|before|after)$/

interface Sides {
  before: readonly Token[]
  behind: readonly Token[]
}

const around = (tokens: readonly Token[], at: number): Sides => ({
  before: tokens.slice(0, at).filter(isContent),
  behind: tokens.slice(at + 1).filter(isContent),
})

/** Whether a word of each side of one sentence stands on the other side of another. */
function areMoved(one: Sides, other: Sides): boolean {
  const isMoved = (from: readonly Token[], to: readonly Token[], back: readonly Token[]) =>
    from.some((token) => hasTerm(to, token) && !hasTerm(back, token))
  return isMoved(one.before, other.behind, other.before) && isMoved(one.behind, other.before, other.behind)
}

/** The content words before and behind "than". */
function sidesOf(tokens: readonly Token[]): Sides | null {
  const than = tokens.findIndex(({ term }) => term.key === 'than')
  const words = (some: readonly Token[]) =>
    some.filter(
      (token) => isContent(token) || token.number !== undefined || comparing.test(token.term.key) || isMay(token),
    )
  return than < 1 ? null : { before: words(tokens.slice(0, than)), behind: words(tokens.slice(than + 1)) }
}

const comparing = /^(?:more|less|fewer)$/
const isMay = ({ term, isCapital, start }: Token) => term.key === 'may' && isCapital && start > 0
