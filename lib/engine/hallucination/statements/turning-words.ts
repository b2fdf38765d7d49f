import type { SourceSentence } from '../sources/segment'
import type { SourceReading } from '../sources/source-reading'
import { stemOf } from '../text/stems'
import type { TokenRange } from '../words/tokens'
import { turningWords } from '../words/turning'

const bitsOf = new Map<string, number>()
for (const [bit, list] of turningWords)
  for (const word of list.split(' ')) bitsOf.set(stemOf(word), (bitsOf.get(stemOf(word)) ?? 0) | bit)

/** The words of sources and an output that turn a statement into another: most sentences have none. */
export class TurningWords {
  readonly #vocabulary: SourceReading['vocabulary']
  readonly #known = new Map<number, number>()
  /** The bits of all words of the sources. */
  readonly inSources: number

  constructor({ vocabulary, index }: SourceReading) {
    this.#vocabulary = vocabulary
    const { has } = index()
    let all = 0
    for (const [key, bits] of bitsOf) {
      const term = vocabulary.find(key)
      if (term && has(term.id)) all |= bits
    }
    this.inSources = all
  }

  /** The bits of the words of a sentence. */
  of({ table, from, to }: TokenRange): number {
    let bits = 0
    for (let at = from; at < to; at++) bits |= bitsOf.get(this.#vocabulary.at(table.term(at)).key) ?? 0
    return bits
  }

  /** The bits of the words of a sentence of the sources. */
  in({ place, tokens }: SourceSentence): number {
    let bits = this.#known.get(place)
    if (bits === undefined) {
      bits = 0
      for (const { term } of tokens) bits |= bitsOf.get(term.key) ?? 0
      this.#known.set(place, bits)
    }
    return bits
  }
}
