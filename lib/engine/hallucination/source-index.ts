import { lazily } from './lazily'
import { clausesOf, type Sentence, sentencesOf } from './sentences'
import { type Token, TokenTable } from './tokens'
import type { Vocabulary } from './vocabulary'

const charactersMax = 400_000
const tokensMax = 80

export interface SourceSentence {
  text: string
  tokens: readonly Token[]
}

/** Sources and tool results, sentence by sentence, with the ways to look terms up in them, each by its place in the vocabulary. */
export interface SourceIndex {
  /** How many sentences there are. */
  size: number
  /** The sentence at a place. */
  sentence: (place: number) => SourceSentence
  /** Whether a token of the sources has the term. */
  has: (term: number) => boolean
  /** The sentences that a term stands in as a content word; each once and in order. */
  placesOf: (term: number) => readonly number[]
  /** Weight of a word: the rarer in the sources, the more it tells; most where it is in none. */
  weightOf: (term: number) => number
  /** Whether three terms stand so in a sentence of the sources. */
  hasTrigram: (first: number, second: number, third: number) => boolean
  /** The first five letters of each key. */
  prefixes: () => ReadonlySet<string>
  /** False where the text was too long to be read to its end: then what is not found may yet be there. */
  isWhole: boolean
}

/** Reads the first 400,000 characters of a text. */
export function indexOf(whole: string, vocabulary: Vocabulary): SourceIndex {
  const text = whole.slice(0, charactersMax)
  const table = new TokenTable(text, vocabulary)
  const parts: Part[] = []
  for (const clause of clausesOf(text, sentencesOf(text))) {
    const from = table.size
    table.read(clause.start, clause.start + clause.text.length)
    addParts(parts, clause, from, table.size)
  }
  const trigrams = new TrigramSet(table.size)
  // Of each term: the sentences it is a content word of, and the last of them, from 1; 0 where it stands nowhere.
  const counts = new Int32Array(vocabulary.size)
  const latest = new Int32Array(vocabulary.size)
  for (const [place, { from, to }] of parts.entries())
    for (let at = from; at < to; at++) {
      const term = table.term(at)
      if (at > from + 1) trigrams.add(table.term(at - 2), table.term(at - 1), term)
      if (!table.isContent(at)) latest[term] ||= -1
      else if (latest[term] !== place + 1) {
        latest[term] = place + 1
        counts[term] = (counts[term] ?? 0) + 1
      }
    }
  const weights = new Float64Array(counts.length)
  const weigh = (count: number) => Math.log((parts.length + 1.5) / (count + 0.5))
  const weightOfNew = weigh(0)
  const read = new Map<number, SourceSentence>()
  const places = lazily(() => placesIn(parts, table, counts))
  return {
    size: parts.length,
    sentence: (place) => {
      let sentence = read.get(place)
      if (!sentence) {
        sentence = toSentence(parts[place] as Part, table)
        read.set(place, sentence)
      }
      return sentence
    },
    has: (term) => (latest[term] ?? 0) !== 0,
    placesOf: (term) => places().get(term) ?? nowhere,
    weightOf: (term) => {
      if (term >= weights.length) return weightOfNew
      // A weight of nothing is reckoned anew each time, which is right as well.
      weights[term] ||= weigh(counts[term] ?? 0)
      return weights[term] as number
    },
    hasTrigram: (first, second, third) => trigrams.has(first, second, third),
    prefixes: lazily(() => {
      const prefixes = new Set<string>()
      for (const [term, place] of latest.entries()) if (place !== 0) prefixes.add(vocabulary.at(term).key.slice(0, 5))
      return prefixes
    }),
    isWhole: whole.length <= charactersMax,
  }
}

const nowhere: readonly number[] = []

/** A sentence, or a piece of a long one, with the places of its tokens in the table. */
interface Part extends Sentence {
  from: number
  to: number
  isWhole: boolean
}

/** Adds a sentence; a text without ends of sentences, as a table or a record, in overlapping pieces that can be compared. */
function addParts(parts: Part[], { start, text }: Sentence, from: number, to: number): void {
  if (to - from <= tokensMax) {
    parts.push({ start, text, from, to, isWhole: true })
    return
  }
  for (let at = from; at < to - tokensMax / 2; at += tokensMax / 2)
    parts.push({ start, text, from: at, to: Math.min(at + tokensMax, to), isWhole: false })
}

function toSentence({ start, text, from, to, isWhole }: Part, table: TokenTable): SourceSentence {
  const tokens = table.tokens(from, to, start)
  return { text: isWhole ? text : text.slice(tokens[0]?.start, tokens.at(-1)?.end), tokens }
}

/** The sentences of each content word. */
function placesIn(parts: readonly Part[], table: TokenTable, counts: Int32Array): Map<number, number[]> {
  const places = new Map<number, number[]>()
  for (const [place, { from, to }] of parts.entries())
    for (let at = from; at < to; at++) {
      const term = table.term(at)
      if ((counts[term] ?? 0) === 0 || !table.isContent(at)) continue
      const known = places.get(term)
      if (!known) places.set(term, [place])
      else if (known.at(-1) !== place) known.push(place)
    }
  return places
}

/** Three terms in a row, by their places in the vocabulary: a table of numbers takes a tenth of the time of a set. */
class TrigramSet {
  /** Each from 1: 0 is free. */
  readonly #table: Int32Array
  readonly #mask: number

  /** Room for that many, half of it left free. */
  constructor(most: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(2, most * 2)))
    this.#table = new Int32Array(slots * 3)
    this.#mask = slots - 1
  }

  add(first: number, second: number, third: number): void {
    const at = this.#slotOf(first, second, third)
    this.#table[at] = first + 1
    this.#table[at + 1] = second + 1
    this.#table[at + 2] = third + 1
  }

  has(first: number, second: number, third: number): boolean {
    return this.#table[this.#slotOf(first, second, third)] !== 0
  }

  /** Where the three are, or would be. */
  #slotOf(first: number, second: number, third: number): number {
    let hash = Math.imul(Math.imul(first, 0x9e_37_79_b1) ^ second, 0x85_eb_ca_6b) ^ third
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2_b2_ae_35)
    let slot = (hash ^ (hash >>> 13)) & this.#mask
    const table = this.#table
    for (;;) {
      const at = slot * 3
      const known = table[at]
      if (known === 0 || (known === first + 1 && table[at + 1] === second + 1 && table[at + 2] === third + 1)) return at
      slot = (slot + 1) & this.#mask
    }
  }
}
