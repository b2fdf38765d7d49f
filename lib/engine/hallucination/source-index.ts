import { lazily } from './lazily'
import { clausesOf, sentencesOf } from './sentences'
import { isContent, type Token, tokensOf } from './tokens'
import type { Term, Vocabulary } from './vocabulary'

const charactersMax = 400_000
const tokensMax = 80

export interface SourceSentence {
  text: string
  tokens: readonly Token[]
}

/** Sources and tool results, sentence by sentence, with the ways to look terms up in them. */
export interface SourceIndex {
  sentences: readonly SourceSentence[]
  /** Whether a token of the sources has the term. */
  has: (term: Term) => boolean
  /** The sentences that a term stands in as a content word; each once and in order. */
  placesOf: (term: Term) => readonly number[]
  /** Weight of a word: the rarer in the sources, the more it tells; most where it is in none. */
  weightOf: (term: Term) => number
  /** Whether the tokens at a place and the two before it stand so in a sentence of the sources. */
  hasTrigram: (tokens: readonly Token[], at: number) => boolean
  /** The first five letters of each key. */
  prefixes: () => ReadonlySet<string>
  /** False where the text was too long to be read to its end: then what is not found may yet be there. */
  isWhole: boolean
}

/** Reads the first 400,000 characters of a text. */
export function indexOf(whole: string, vocabulary: Vocabulary): SourceIndex {
  const text = whole.slice(0, charactersMax)
  const sentences: SourceSentence[] = []
  for (const clause of clausesOf(sentencesOf(text)))
    addPieces(sentences, clause.text, tokensOf(clause.text, vocabulary))
  const { size } = vocabulary
  const places = new Array<readonly number[] | undefined>(size)
  const terms: Term[] = []
  const trigrams = new Set<number>()
  for (const [at, { tokens }] of sentences.entries())
    for (const [index, token] of tokens.entries()) {
      const { term } = token
      const known = places[term.id]
      if (!known) terms.push(term)
      if (index > 1) trigrams.add(trigramAt(tokens, index, size))
      if (!isContent(token)) places[term.id] ??= nowhere
      else if (!known || known === nowhere) places[term.id] = [at]
      else if (known.at(-1) !== at) (known as number[]).push(at)
    }
  return {
    sentences,
    has: ({ id }) => places[id] !== undefined,
    placesOf: ({ id }) => places[id] ?? nowhere,
    weightOf: ({ id }) => Math.log((sentences.length + 1.5) / ((places[id]?.length ?? 0) + 0.5)),
    hasTrigram: (tokens, at) => trigrams.has(trigramAt(tokens, at, size)),
    prefixes: lazily(() => new Set(terms.map(({ key }) => key.slice(0, 5)))),
    isWhole: whole.length <= charactersMax,
  }
}

const nowhere: readonly number[] = []

/** One number for the terms of a token and the two before it; none where one is not of the first `size`, which 400,000 characters keep few enough. */
function trigramAt(tokens: readonly Token[], at: number, size: number): number {
  const first = tokens[at - 2]?.term.id ?? size
  const second = tokens[at - 1]?.term.id ?? size
  const third = tokens[at]?.term.id ?? size
  return first < size && second < size && third < size ? (first * size + second) * size + third : Number.NaN
}

/** Adds a sentence; a text without ends of sentences, as a table or a record, in overlapping pieces that can be compared. */
function addPieces(sentences: SourceSentence[], text: string, tokens: readonly Token[]): void {
  if (tokens.length <= tokensMax) {
    sentences.push({ text, tokens })
    return
  }
  for (let from = 0; from < tokens.length - tokensMax / 2; from += tokensMax / 2) {
    const some = tokens.slice(from, from + tokensMax)
    sentences.push({ text: text.slice(some[0]?.start, some.at(-1)?.end), tokens: some })
  }
}
