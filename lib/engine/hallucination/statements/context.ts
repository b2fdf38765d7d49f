import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { isContent, type Token } from '../words/tokens'

/** Whether a token tells something: a value, a link, or a word with a meaning of its own. */
export const isTelling = (token: Token) => token.kind !== 'word' || isContent(token)

/** Whether a sentence has at most this many words, and an end: a title or an item of a list tells nothing. */
export const isShortStatement = ({ from, to, text }: ReadSentence, wordsMax: number) =>
  to - from <= wordsMax && /[.!]["'”’)]?\s*$/.test(text)

/** The tokens of the sentences before one, which tell what it is about. */
export function tokensBefore({ place }: SourceSentence, index: SourceIndex, sentences: number): readonly Token[] {
  const context: Token[] = []
  for (let back = 1; back <= sentences && place >= back; back++) context.push(...index.sentence(place - back).tokens)
  return context
}

/** The tokens of a sentence between the semicolons around a place. */
export function clauseAt({ text, tokens, isWhole }: SourceSentence, start: number): readonly Token[] {
  if (!isWhole || !text.includes(';')) return tokens
  const clauseOf = (at: number) => text.slice(0, at).split(';').length
  return tokens.filter((token) => clauseOf(token.start) === clauseOf(start))
}

/** Whether a sentence of the sources has some tokens, or those before it do. */
export function areToldIn(
  tokens: readonly Token[],
  source: SourceSentence,
  index: SourceIndex,
  sentences: number,
): boolean {
  const lacked = tokens.filter((token) => !hasLike(source.tokens, token))
  if (lacked.length === 0) return true
  const before = tokensBefore(source, index, sentences)
  return lacked.every((token) => hasLike(before, token))
}

/** Whether another of the closest sentences tells something. */
export function isToldElsewhere(
  source: SourceSentence,
  places: () => readonly number[],
  index: SourceIndex,
  tells: (tokens: readonly Token[]) => boolean,
): boolean {
  return places().some((place) => {
    const other = index.sentence(place)
    return other !== source && tells(other.tokens)
  })
}
