import { type Alignment, isEquivalent, partnersOf } from '../sources/alignment'
import type { SourceSentence } from '../sources/segment'
import { oppositesOf } from '../words/opposites'
import { isContent, type Token } from '../words/tokens'

/** Share of a sentence's content words that a source sentence must contain for both to be about the same thing. */
export const coverageMin = 0.9

/** Whether a source sentence has enough of the content words. It may say the same of another name. */
export function mayBeAboutTheSame(tokens: readonly Token[], source: SourceSentence): boolean {
  const terms = source.terms()
  let [content, known] = [0, 0]
  for (const token of tokens) {
    if (!isContent(token)) continue
    const isThere = terms.has(token.term) || oppositesOf(token.term.key) !== undefined
    if (!isThere && token.isCapital) continue
    content++
    if (isThere) known++
  }
  return known / content >= coverageMin
}

/** Whether the source sentence covers what the output's sentence is about, including its first content word. */
export function isAboutTheSame(tokens: readonly Token[], alignment: Alignment): boolean {
  const { pairs, source } = alignment
  const partners = partnersOf(alignment, tokens.length)
  const keys = new Set(source.tokens.map(({ term }) => term.key))
  const isKept = (at: number) => {
    const token = tokens[at]
    const opposites = token && oppositesOf(token.term.key)
    if (opposites && !keys.has(token.term.key)) return isOpposed(token, keys)
    const other = partners[at]
    return token !== undefined && token.term === other?.term
  }
  const content = tokens.flatMap((token, at) => (isContent(token) ? [at] : []))
  const kept = content.filter(isKept).length
  const values = pairs.filter(([own, other]) => isSameValue(tokens[own], source.tokens[other])).length
  return kept + values >= 2 && kept / content.length >= coverageMin && isKept(content[0] ?? -1)
}

function isSameValue(own: Token | undefined, inSource: Token | undefined): boolean {
  return own !== undefined && inSource !== undefined && own.kind !== 'word' && isEquivalent(own, inSource)
}

/** Whether a source has the opposite of a word rather than the word. */
export function isOpposed({ term: { key } }: Token, keys: ReadonlySet<string>): boolean {
  return !keys.has(key) && [...(oppositesOf(key) ?? [])].some((one) => keys.has(one))
}
