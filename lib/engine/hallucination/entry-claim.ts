import { type Entries, type Entry, postingsMax } from './entries'
import { type EntryWord, entryWordsIn } from './entry-words'

/** A sentence that denies, or tells of several entries together, is compared with none. */
export const comparing =
  /\b(?:not|no|never|none|neither|nor|without|except|than|rather|instead|unlike|before|after|both|every|each|other|another|total|together|if|unless)\b|n['’]t\b|\?\s*$/i
/** What is changed is no longer as the sources have it. */
export const changing =
  /\b(?:chang|updat|upgrad|downgrad|switch|mov|renam|reschedul|transferr|convert|replac|revert)\w*\b.*\b(?:to|by|with)\b/i

/** What an entry of the sources has otherwise than a sentence of the output, and where. */
export interface EntryConflict {
  start: number
  end: number
  entry: Entry
}

/** How much of a sentence the entries have that have most of it. */
export interface Coverage {
  best: readonly Entry[]
  /** Their share of the weight. */
  share: number
  most: number
}

/** Weight of a word that no entry has, as a share of its rarity. */
const newWeight = 0.5
/** Share of the highest weight that makes an entry one of the best. */
const bestMin = 0.9

/** The words of a sentence, or of a part of one, with what the entries of the sources have of them. */
export class EntryClaim {
  readonly text: string
  readonly entries: Entries
  readonly words: readonly EntryWord[]
  readonly keys: ReadonlyMap<string, EntryWord>
  /** The entries with one of the words or more, and the weight of those. */
  readonly #places: readonly number[]
  readonly #weights: readonly number[]
  readonly #whole: number

  /** Reads a sentence, or some of its words. */
  constructor(text: string, entries: Entries, words: readonly EntryWord[] = entryWordsIn(text)) {
    this.text = text
    this.entries = entries
    this.words = words
    const keys = new Map<string, EntryWord>()
    for (const word of words) if (!keys.has(word.key)) keys.set(word.key, word)
    this.keys = keys
    const { scores } = entries
    const places: number[] = []
    let whole = 0
    for (const key of keys.keys()) {
      whole += this.#weightOf(key)
      const weight = this.#weightIn(key)
      if (weight > 0)
        for (const place of entries.placesOf(key)) {
          if (scores[place] === 0) places.push(place)
          scores[place] = (scores[place] as number) + weight
        }
    }
    this.#places = places
    this.#weights = places.map((place) => scores[place] as number)
    this.#whole = whole
    for (const place of places) scores[place] = 0
  }

  /** Returns the entries that have most of it, apart from one word. */
  cover(without?: EntryWord): Coverage {
    const { scores, all } = this.entries
    const places = this.#places
    for (let at = 0; at < places.length; at++) scores[places[at] as number] = this.#weights[at] as number
    let whole = this.#whole
    if (without)
      for (const [key, word] of this.keys) {
        if (!overlap(word, without)) continue
        whole -= this.#weightOf(key)
        const weight = this.#weightIn(key)
        if (weight > 0)
          for (const place of this.entries.placesOf(key)) scores[place] = (scores[place] as number) - weight
      }
    let most = 0
    for (const place of places) most = Math.max(most, scores[place] as number)
    const best = places.flatMap((place) => ((scores[place] as number) > bestMin * most ? [all[place] as Entry] : []))
    for (const place of places) scores[place] = 0
    return { best, share: whole > 1e-9 ? most / whole : 0, most }
  }

  /** Weight of a word in an entry that has it; 0 if many do. */
  #weightIn(key: string): number {
    const { length } = this.entries.placesOf(key)
    return length === 0 || length > postingsMax ? 0 : this.entries.weightOf(key)
  }

  /** Weight of a word in the claim. */
  #weightOf(key: string): number {
    return this.entries.placesOf(key).length > 0 ? this.#weightIn(key) : newWeight * this.entries.weightOf(key)
  }

  /** Weight of the words that an entry has, apart from one. */
  weightIn({ slots }: Entry, without: EntryWord): number {
    let sum = 0
    for (const [key, word] of this.keys) if (slots.has(key) && !overlap(word, without)) sum += this.#weightIn(key)
    return sum
  }

  /** Number of the words that an entry has, apart from one. */
  countIn({ slots }: Entry, without?: EntryWord): number {
    let count = 0
    for (const [key, word] of this.keys) if (slots.has(key) && !(without && overlap(word, without))) count++
    return count
  }
}

export function overlap(one: EntryWord, other: EntryWord): boolean {
  return one.start < other.end && other.start < one.end
}
