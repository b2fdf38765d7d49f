import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { isNegation, negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'

/** Words of a part that only tells what something is not, and of a claim that no source has. */
const [partMax, missingMax] = [3, 1]
/** What goes on with the same statement about another thing. */
const joining = /^(?:or|nor|and|the|a|an|on|in|at|to|for|with|from|by|of|every|each)$/
const open = /\?|\b(?:if|unless|only|or|until|before|would|could|might|may)\b/i
const contrasting = /, not |\bbut not |\bnor |instead of|rather than/
/** What is told of the time in which it still was as a source says behind "instead of". */
const earlier =
  /\b(?:normal|usual|previous|former|original|regular)(?:ly)?\b|\bplanned\b|\b(?:was|were|had|used|past|first|so far)\b/i

/**
 * Finds as told what a sentence of the sources leaves out by ", not", "but not" or "instead of": "Tests cover the expiry" for "Tests cover the hit and the
 * miss, not the expiry". Also finds the two exchanged.
 */
export function leftOut(sentence: ReadSentence, places: () => readonly number[], index: SourceIndex): Conflict | null {
  const tokens = sentence.tokens()
  if (open.test(sentence.text)) return null
  const words = tokens.filter(isTelling)
  const sources = places().map((place) => index.sentence(place))
  const [own] = contrasting.test(sentence.text) ? contrastsIn({ text: sentence.text, tokens, isWhole: true }) : []
  if (!own && negationsIn(tokens) > 0) return null
  for (const source of sources) {
    if (!source.isStatement()) continue
    const unknown = words.filter(
      (token) => !source.terms().has(token.term) && !(token.number && hasLike(source.tokens, token)),
    )
    if (unknown.length > missingMax || words.length - unknown.length < 2) continue
    for (const theirs of contrastsIn(source)) {
      const isSame = unknown.length === 0
      const found = own ? (isSame ? exchangedIn(own, theirs) : []) : toldOfPart(words, theirs, sentence.text)
      const [from, to] = [found[0], found.at(-1)]
      if (from && to && !isTold(words, source, sources))
        return { type: 'source_contradiction', from, to, says: 'The source says otherwise:', source }
    }
  }
  return null
}

const isTelling = (token: Token) => isContent(token) || token.number !== undefined

/** The words of a claim that a source leaves out, if it has all of them and nothing that was said in their place. */
function toldOfPart(words: readonly Token[], { part, before, isInstead }: Contrast, text: string): readonly Token[] {
  if (isInstead && earlier.test(text)) return []
  const told = words.filter((token) => hasLike(part, token))
  const isSaid = words.some((token) => hasLike(before, token)) && !told.some((token) => hasLike(before, token))
  return isSaid && part.every((token) => hasLike(told, token)) ? told : []
}

/** The words that a claim leaves out, if the source says these, and leaves out what the claim says. */
function exchangedIn(own: Contrast, theirs: Contrast): readonly Token[] {
  const areIn = (some: readonly Token[], those: readonly Token[], others: readonly Token[]) =>
    some.every((token) => hasLike(those, token) && !hasLike(others, token))
  return areIn(own.part, theirs.before, theirs.part) && areIn(theirs.part, own.before, own.part)
    ? [...own.before.filter((token) => hasLike(theirs.part, token)), ...own.part]
    : []
}

/** Whether a sentence denies what a source leaves out by ", not" as well: "Tests do not cover the expiry". */
export function isLeftOut(tokens: readonly Token[], source: SourceSentence): boolean {
  return (
    negationsIn(tokens) === 1 && contrastsIn(source).some(({ part }) => part.every((token) => hasTerm(tokens, token)))
  )
}

interface Contrast {
  part: readonly Token[]
  before: readonly Token[]
  /** Whether the part may have been so before. */
  isInstead: boolean
}

/** The parts of a sentence behind ", not", "nor" and "instead of", of one to three words each, with what the sentence says before. */
function contrastsIn({ text, tokens, isWhole }: Pick<SourceSentence, 'text' | 'tokens' | 'isWhole'>): Contrast[] {
  const base = isWhole ? 0 : (tokens[0]?.start ?? 0)
  const gapBefore = (at: number) => text.slice((tokens[at - 1]?.end ?? base) - base, (tokens[at]?.start ?? base) - base)
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1]?.term.key
    const isInstead =
      (token.term.key === 'instead' && next === 'of') || (token.term.key === 'rather' && next === 'than')
    const isBut = tokens[at - 1]?.term.key === 'but' && token.term.key === 'not'
    const isDenied = isNegation(token) && (gapBefore(at).includes(',') || token.term.key === 'nor' || isBut)
    if (at === 0 || !(isDenied || isInstead)) return []
    // "Not the belt or the lamp" leaves out each of them.
    const parts: Token[][] = [[]]
    let end = isInstead ? at + 2 : at + 1
    for (; end < tokens.length; end++) {
      const next = tokens[end] as Token
      if ((end > at + 1 && /[,;:(]/.test(gapBefore(end))) || isNegation(next)) break
      if (next.term.key === 'or') parts.push([])
      if (joining.test(next.term.key)) continue
      if (!isTelling(next)) return []
      parts.at(-1)?.push(next)
    }
    const first = isInstead ? at : tokens.findIndex(isNegation)
    const before = tokens.slice(0, first)
    return parts.flatMap((part) => (part.length > 0 && part.length <= partMax ? { part, before, isInstead } : []))
  })
}

/** Whether another of the sentences has all words of the claim. */
function isTold(words: readonly Token[], source: SourceSentence, sources: readonly SourceSentence[]): boolean {
  return sources.some((other) => other !== source && words.every((token) => hasLike(other.tokens, token)))
}
