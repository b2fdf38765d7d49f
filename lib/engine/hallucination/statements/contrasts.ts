import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { isNegation, negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'

/** Words of a part that only tells what something is not, and of a claim that no source has. */
const [partMax, missingMax] = [3, 1]
/** What goes on with the same statement about another thing. */
const joining = /^(?:or|nor|and|the|a|an|on|in|at|to|for|with|from|by|of)$/
const open = /\?|\b(?:if|unless|only|or|until|before|would|could|might|may)\b/i

/**
 * Finds as told what a sentence of the sources leaves out by ", not": "Tests cover the expiry" for "Tests cover the hit and the miss, not the expiry".
 */
export function leftOut(sentence: ReadSentence, places: () => readonly number[], index: SourceIndex): Conflict | null {
  const tokens = sentence.tokens()
  if (negationsIn(tokens) > 0 || open.test(sentence.text)) return null
  const words = tokens.filter(isContent)
  const sources = places().map((place) => index.sentence(place))
  for (const source of sources) {
    if (!source.isStatement()) continue
    const unknown = words.filter(({ term }) => !source.terms().has(term))
    if (unknown.length > missingMax || words.length - unknown.length < 2) continue
    for (const { part, before } of contrastsIn(source)) {
      const told = words.filter((token) => hasTerm(part, token))
      const said = words.filter((token) => hasTerm(before, token))
      const isOther = told.length === part.length && said.length > 0 && !told.some((token) => hasTerm(before, token))
      const [from, to] = [told[0], told.at(-1)]
      if (isOther && from && to && !isTold(words, source, sources))
        return { type: 'source_contradiction', from, to, says: 'The source says otherwise:', source }
    }
  }
  return null
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
}

/** The parts of a sentence behind ", not" and "nor", of one to three words each, with what the sentence says before. */
function contrastsIn({ text, tokens, isWhole }: SourceSentence): Contrast[] {
  const base = isWhole ? 0 : (tokens[0]?.start ?? 0)
  const gapBefore = (at: number) => text.slice((tokens[at - 1]?.end ?? base) - base, (tokens[at]?.start ?? base) - base)
  return tokens.flatMap((token, at) => {
    const isContrast = isNegation(token) && at > 0 && (gapBefore(at).includes(',') || token.term.key === 'nor')
    if (!isContrast) return []
    const part: Token[] = []
    let end = at + 1
    for (; end < tokens.length; end++) {
      const next = tokens[end] as Token
      if ((end > at + 1 && /[,;:(]/.test(gapBefore(end))) || isNegation(next)) break
      if (isContent(next) || next.number) part.push(next)
      else if (!joining.test(next.term.key)) return []
    }
    const first = tokens.findIndex(isNegation)
    return part.length > 0 && part.length <= partMax ? [{ part, before: tokens.slice(0, first) }] : []
  })
}

/** Whether another of the sentences has all words of the claim. */
function isTold(words: readonly Token[], source: SourceSentence, sources: readonly SourceSentence[]): boolean {
  return sources.some((other) => other !== source && words.every(({ term }) => other.terms().has(term)))
}
