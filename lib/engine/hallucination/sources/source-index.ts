import { lazily } from '../../lazily'
import { clausesOf, type Sentence, sentencesOf } from '../text/sentences'
import { isNegationKey } from '../text/stems'
import { type TokenRange, TokenTable } from '../words/tokens'
import type { Vocabulary } from '../words/vocabulary'
import type { WordList } from '../words/word-list'
import { SourceSentence } from './segment'

const charactersMax = 400_000
const tokensMax = 80

/** Index of the sentences of sources and tool results. Terms are given by their id in the vocabulary. */
export interface SourceIndex {
  /** Number of sentences. */
  size: number
  /** Returns the sentence at an index. */
  sentence: (place: number) => SourceSentence
  /** Whether a sentence has the tokens in a row, and no negation before them. */
  hasInARow: (place: number, tokens: TokenRange) => boolean
  /** Whether the sources contain the term. */
  has: (term: number) => boolean
  postings: () => Postings
  /** The number of tokens of a sentence. */
  lengthOf: (place: number) => number
  /** Returns the places of the sentences that have the term, whether a word, a number or a date; of more than `max`, one more than that. */
  placesOf: (term: number, max?: number) => number[]
  /** Weight of a word: the rarer in the sources, the higher; highest if it does not occur. */
  weightOf: (term: number) => number
  /** Whether a sentence of the sources has these three terms in a row. */
  hasTrigram: (first: number, second: number, third: number) => boolean
  /** The first five letters of each key. */
  prefixes: () => ReadonlySet<string>
  /** Whether the whole text was read; if false, a term that is not found may still occur. */
  isWhole: boolean
  words: WordList
  /** Whether the sources always write the term with a capital. */
  isName: (term: number) => boolean
}

/** The sentences that have each term as a content word, and room to score them. */
interface Postings {
  /** The distinct sentences of the first term in order, then those of the next. */
  places: Int32Array
  /** Where those of each term start. */
  starts: Int32Array
  /** A score per sentence, all 0 between uses, and room for the sentences that have one. */
  scores: Float64Array
  scored: Int32Array
}

/** Indexes the first 400,000 characters of a text. */
export function indexOf(whole: string, vocabulary: Vocabulary): SourceIndex {
  const text = whole.slice(0, charactersMax)
  const table = new TokenTable(text, vocabulary)
  const parts: Part[] = []
  for (const clause of clausesOf(text, sentencesOf(text))) {
    const from = table.size
    table.read(clause.start, clause.start + clause.text.length)
    addParts(parts, clause, from, table.size)
  }
  const { trigrams, counts, latest } = countTerms(parts, table, vocabulary.size)
  const weights = new Float64Array(counts.length)
  const weigh = (count: number) => Math.log((parts.length + 1.5) / (count + 0.5))
  const weightOfNew = weigh(0)
  const read: (SourceSentence | undefined)[] = new Array(parts.length)
  const lowerCase = lazily(() => {
    const terms = new Uint8Array(counts.length)
    for (let at = 0; at < table.size; at++) if (!table.isCapital(at)) terms[table.term(at)] = 1
    return terms
  })
  const values = lazily(() => {
    const isValue = (at: number) => !table.isWord(at)
    return placesIn(parts, table, countPlaces(parts, table, counts.length, isValue), isValue)
  })
  const postings = lazily(() => ({
    ...placesIn(parts, table, counts, (at) => table.isContent(at)),
    scores: new Float64Array(parts.length),
    scored: new Int32Array(parts.length),
  }))
  return {
    size: parts.length,
    sentence: (place) => {
      read[place] ??= toSentence(parts[place] as Part, place, table)
      return read[place]
    },
    lengthOf: (place) => (parts[place]?.to ?? 0) - (parts[place]?.from ?? 0),
    hasInARow: (place, tokens) => {
      const { from, to } = parts[place] as Part
      return isInARow(tokens, table, from, to, (term) => isNegationKey(vocabulary.at(term).key))
    },
    has: (term) => (latest[term] ?? 0) !== 0,
    postings,
    placesOf: (term, max = Number.POSITIVE_INFINITY) => {
      if ((latest[term] ?? 0) === 0) return []
      const { places, starts } = (counts[term] as number) > 0 ? postings() : values()
      const found: number[] = []
      const [from, to] = [starts[term] as number, starts[term + 1] as number]
      for (let at = from; at < to && at <= from + max; at++) found.push(places[at] as number)
      return found.length > 0 ? found : placesOfFunctionWord(parts, table, term, max)
    },
    weightOf: (term) => {
      if (term >= weights.length) return weightOfNew
      // A weight of 0 is recomputed each time, with the same result.
      weights[term] ||= weigh(counts[term] ?? 0)
      return weights[term] as number
    },
    hasTrigram: (first, second, third) => trigrams.find(first, second, third) !== 0,
    prefixes: lazily(() => {
      const prefixes = new Set<string>()
      for (let term = 0; term < latest.length; term++)
        if (latest[term] !== 0) prefixes.add(vocabulary.at(term).key.slice(0, 5))
      return prefixes
    }),
    isWhole: whole.length <= charactersMax,
    words: table.words,
    isName: (term) => (counts[term] ?? 0) > 0 && lowerCase()[term] === 0,
  }
}

/** A sentence, or a part of a long one, with the range of its tokens in the table. */
interface Part extends Sentence {
  from: number
  to: number
  isWhole: boolean
}

/**
 * Counts per term the sentences with it as a content word. `latest` is the last of them counted from 1; 0: the term occurs nowhere, -1: only
 * as a function word.
 */
function countTerms(parts: readonly Part[], table: TokenTable, terms: number) {
  const trigrams = new Trigrams(table)
  const counts = new Int32Array(terms)
  const latest = new Int32Array(terms)
  for (let place = 0; place < parts.length; place++) {
    const { from, to } = parts[place] as Part
    for (let at = from; at < to; at++) {
      const term = table.term(at)
      if (at > from + 1) trigrams.add(at)
      if (!table.isContent(at)) latest[term] ||= -1
      else if (latest[term] !== place + 1) {
        latest[term] = place + 1
        counts[term] = (counts[term] as number) + 1
      }
    }
  }
  return { trigrams, counts, latest }
}

/** Adds a sentence. Text without sentence ends, such as a table or record, is split into overlapping parts that can be compared. */
function addParts(parts: Part[], { start, text }: Sentence, from: number, to: number): void {
  if (to - from <= tokensMax) {
    parts.push({ start, text, from, to, isWhole: true })
    return
  }
  for (let at = from; at < to - tokensMax / 2; at += tokensMax / 2)
    parts.push({ start, text, from: at, to: Math.min(at + tokensMax, to), isWhole: false })
}

function toSentence({ start, text, from, to, isWhole }: Part, place: number, table: TokenTable): SourceSentence {
  const tokens = table.tokens(from, to, start)
  return new SourceSentence(place, isWhole, isWhole ? text : text.slice(tokens[0]?.start, tokens.at(-1)?.end), tokens)
}

function isInARow(
  { table, from, to }: TokenRange,
  others: TokenTable,
  first: number,
  last: number,
  isNegation: (term: number) => boolean,
): boolean {
  const length = to - from
  for (let start = first; start + length <= last; start++) {
    let at = 0
    while (at < length && others.term(start + at) === table.term(from + at)) at++
    if (at === length && !(start > first && isNegation(others.term(start - 1)))) return true
  }
  return false
}

/** Lists the places of each term, of which `counts` has the number, by the tokens that count. */
function placesIn(
  parts: readonly Part[],
  table: TokenTable,
  counts: Int32Array,
  isOne: (at: number) => boolean,
): Pick<Postings, 'places' | 'starts'> {
  const starts = new Int32Array(counts.length + 1)
  // The next term starts where this one ends.
  const ends = starts.subarray(1)
  let size = 0
  for (let term = 0; term < counts.length; term++) {
    ends[term] = size
    size += counts[term] as number
  }
  const places = new Int32Array(size)
  eachPlace(parts, table, counts.length, isOne, (term, place) => {
    const end = ends[term] as number
    places[end] = place
    ends[term] = end + 1
  })
  return { places, starts }
}

function countPlaces(parts: readonly Part[], table: TokenTable, terms: number, isOne: (at: number) => boolean) {
  const counts = new Int32Array(terms)
  eachPlace(parts, table, terms, isOne, (term) => {
    counts[term] = (counts[term] as number) + 1
  })
  return counts
}

/** Visits each term once in each place. */
function eachPlace(
  parts: readonly Part[],
  table: TokenTable,
  terms: number,
  isOne: (at: number) => boolean,
  visit: (term: number, place: number) => void,
): void {
  const latest = new Int32Array(terms)
  for (let place = 0; place < parts.length; place++) {
    const { from, to } = parts[place] as Part
    for (let at = from; at < to; at++) {
      const term = table.term(at)
      if (!isOne(at) || latest[term] === place + 1) continue
      latest[term] = place + 1
      visit(term, place)
    }
  }
}

/** Function words are in too many places to list all of them. */
function placesOfFunctionWord(parts: readonly Part[], table: TokenTable, term: number, max: number): number[] {
  const found: number[] = []
  for (let place = 0; place < parts.length && found.length <= max; place++) {
    const { from, to } = parts[place] as Part
    let at = from
    while (at < to && table.term(at) !== term) at++
    if (at < to) found.push(place)
  }
  return found
}

/** Where in a table three terms stand in a row. An open hash table of integers takes a tenth of the time of a `Map`. */
class Trigrams {
  /** The place of the last of the three; 0 marks a free slot. */
  readonly #places: Int32Array
  readonly #mask: number
  readonly #table: TokenTable

  /** Allocates twice the maximum number of entries. */
  constructor(table: TokenTable) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(2, table.size * 2)))
    this.#places = new Int32Array(slots)
    this.#mask = slots - 1
    this.#table = table
  }

  /** Adds the three terms that end at a place. */
  add(place: number): void {
    const table = this.#table
    this.#places[this.#slotOf(table.term(place - 2), table.term(place - 1), table.term(place))] = place
  }

  /** Returns the place of the last of the three terms; 0 if they stand nowhere in a row. */
  find(first: number, second: number, third: number): number {
    return this.#places[this.#slotOf(first, second, third)] as number
  }

  /** Returns the slot that holds the trigram, or the free slot for it. */
  #slotOf(first: number, second: number, third: number): number {
    let hash = Math.imul(Math.imul(first, 0x9e_37_79_b1) ^ second, 0x85_eb_ca_6b) ^ third
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2_b2_ae_35)
    let slot = (hash ^ (hash >>> 13)) & this.#mask
    const table = this.#table
    for (;;) {
      const place = this.#places[slot] as number
      if (place === 0) return slot
      if (table.term(place) === third && table.term(place - 1) === second && table.term(place - 2) === first)
        return slot
      slot = (slot + 1) & this.#mask
    }
  }
}
