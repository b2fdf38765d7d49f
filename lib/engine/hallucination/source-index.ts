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
  const trigrams = new TrigramSet(sentences.reduce((sum, { tokens }) => sum + tokens.length, 0))
  for (const [at, { tokens }] of sentences.entries())
    for (const [index, token] of tokens.entries()) {
      const { term } = token
      const known = places[term.id]
      if (!known) terms.push(term)
      if (index > 1) trigrams.add(tokens[index - 2] as Token, tokens[index - 1] as Token, token)
      if (!isContent(token)) places[term.id] ??= nowhere
      else if (!known || known === nowhere) places[term.id] = [at]
      else if (known.at(-1) !== at) (known as number[]).push(at)
    }
  return {
    sentences,
    has: ({ id }) => places[id] !== undefined,
    placesOf: ({ id }) => places[id] ?? nowhere,
    weightOf: ({ id }) => Math.log((sentences.length + 1.5) / ((places[id]?.length ?? 0) + 0.5)),
    hasTrigram: (tokens, at) => trigrams.has(tokens[at - 2] as Token, tokens[at - 1] as Token, tokens[at] as Token),
    prefixes: lazily(() => new Set(terms.map(({ key }) => key.slice(0, 5)))),
    isWhole: whole.length <= charactersMax,
  }
}

const nowhere: readonly number[] = []

/** Three terms in a row, by their places in the vocabulary: a table of numbers takes a tenth of the time of a set. */
class TrigramSet {
  readonly #table: Int32Array
  readonly #mask: number

  /** Room for that many, half of it left free. */
  constructor(most: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(2, most * 2)))
    this.#table = new Int32Array(slots * 3).fill(-1)
    this.#mask = slots - 1
  }

  add({ term: first }: Token, { term: second }: Token, { term: third }: Token): void {
    const at = this.#slotOf(first.id, second.id, third.id)
    this.#table[at] = first.id
    this.#table[at + 1] = second.id
    this.#table[at + 2] = third.id
  }

  has({ term: first }: Token, { term: second }: Token, { term: third }: Token): boolean {
    return this.#table[this.#slotOf(first.id, second.id, third.id)] === first.id
  }

  /** Where the three are, or would be. */
  #slotOf(first: number, second: number, third: number): number {
    let hash = Math.imul(Math.imul(first, 0x9e_37_79_b1) ^ second, 0x85_eb_ca_6b) ^ third
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2_b2_ae_35)
    let slot = (hash ^ (hash >>> 13)) & this.#mask
    const table = this.#table
    for (;;) {
      const at = slot * 3
      if (table[at] === -1 || (table[at] === first && table[at + 1] === second && table[at + 2] === third)) return at
      slot = (slot + 1) & this.#mask
    }
  }
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
