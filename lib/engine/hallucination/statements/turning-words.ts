import type { SourceReading } from '../sources/source-reading'
import type { Token, TokenRange } from '../words/tokens'
import type { Vocabulary } from '../words/vocabulary'

/** Returns what the words of the sources may do to a statement, as bits of `words/turning.ts`. */
export function turningInSources({ vocabulary, index }: SourceReading): number {
  const { has } = index()
  return bitsOfTerms(vocabulary.turning.filter(({ id }) => has(id)))
}

/** Returns what any word of the sources and the outputs read with them may do, as bits. */
export function turningInAll({ vocabulary }: SourceReading): number {
  return bitsOfTerms(vocabulary.turning)
}

/** Returns the bits of a sentence of the output. */
export function turningInRange({ table, from, to }: TokenRange, vocabulary: Vocabulary): number {
  let bits = 0
  for (let at = from; at < to; at++) bits |= vocabulary.at(table.term(at)).turning
  return bits
}

/** Returns the bits of a sentence of the sources. */
export function turningIn({ tokens }: { tokens: readonly Token[] }): number {
  let bits = 0
  for (const { term } of tokens) bits |= term.turning
  return bits
}

const bitsOfTerms = (terms: readonly { turning: number }[]) => terms.reduce((bits, { turning }) => bits | turning, 0)
