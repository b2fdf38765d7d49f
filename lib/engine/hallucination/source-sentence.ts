import { lazily } from './lazily'
import type { Token } from './tokens'
import type { Term } from './vocabulary'

/** A sentence of the sources, with what many sentences of an output ask about it. */
export interface SourceSentence {
  /** Its index. */
  place: number
  /** False for a part of a long one. */
  isWhole: boolean
  text: string
  tokens: readonly Token[]
  terms: () => ReadonlySet<Term>
  /** Whether it states something. A question, a wish or a guess does not. */
  isStatement: () => boolean
}

const wish =
  /\?|\b(?:wants? to|you want|i want|(?:would|'d) like|need to|please|could you|can you|let's|if possible|sure|certain|think|thinking|thought|believe|proceed)\b/i

export function sourceSentence(
  place: number,
  isWhole: boolean,
  text: string,
  tokens: readonly Token[],
): SourceSentence {
  return {
    place,
    isWhole,
    text,
    tokens,
    terms: lazily(() => new Set(tokens.map(({ term }) => term))),
    isStatement: lazily(() => !wish.test(text)),
  }
}
