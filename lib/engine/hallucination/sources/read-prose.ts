import { isSupported } from '../numbers/supported-values'
import { leadInLength, type Sentence } from '../text/sentences'
import { type Token, type TokenRange, TokenTable } from '../words/tokens'
import { Capitals } from '../words/word-list'
import type { SourceReading } from './source-reading'

/** How new a sentence is compared with the sources. Shares in [0, 1]. */
export interface Newness {
  /** Share of the trigrams (three tokens in a row) that occur in no sentence of the sources. */
  novelty: number
  /** Share of the content words, by weight, that occur in no source. */
  unknown: number
  /** Number of trigrams looked up. */
  trigrams: number
  /** Number of content words. */
  content: number
}

/** A sentence of the output with its tokens, and how new they are compared with the sources. */
export interface ReadSentence extends Sentence, TokenRange {
  /** The tokens as objects, for alignment with a source sentence. */
  tokens: () => readonly Token[]
  newness: () => Newness
  /** The traits of its words, as bits of `traits.ts`. */
  traits: number
}

const prefixLength = 5

const [ASIDE, MARK] = [1, 2]

/** Reads the sentences of prose, without what only announces them. Its asides, such as citations, do not count towards newness. */
export function readProse(
  prose: string,
  clauses: readonly Sentence[],
  asides: readonly { start: number; end: number }[],
  reading: SourceReading,
): { table: TokenTable; capitals: Capitals; sentences: ReadSentence[] } {
  const isInAside = new Uint8Array(asides.length > 0 ? prose.length : 0)
  // The number in "[3]" is no value, the year in "Smith (2020)" may be.
  for (const { start, end } of asides) isInAside.fill(prose.charAt(start) === '[' ? MARK : ASIDE, start, end)
  const capitals = new Capitals()
  const table = new TokenTable(prose, reading.vocabulary, capitals)
  const sentences = clauses.map(({ start, text }) => {
    const from = table.size
    table.read(start, start + text.length)
    const { traits } = table
    if (asides.length > 0)
      for (let at = from; at < table.size; at++) {
        const aside = isInAside[table.start(at)]
        if (aside === MARK || (aside === ASIDE && table.isWord(at))) table.makeLink(at)
      }
    const lead = leadInLength(text)
    let first = from
    while (first < table.size && table.start(first) < start + lead) first++
    return new ProseSentence(start + lead, text.slice(lead), table, first, table.size, traits, reading, isInAside)
  })
  return { table, capitals, sentences }
}

/** A sentence whose tokens and newness are computed when they are first asked for: most are asked for only one of them. */
class ProseSentence implements ReadSentence {
  readonly start: number
  readonly text: string
  readonly table: TokenTable
  readonly from: number
  readonly to: number
  readonly traits: number
  readonly #reading: SourceReading
  readonly #isInAside: Uint8Array
  #tokens: readonly Token[] | undefined
  #newness: Newness | undefined

  constructor(
    start: number,
    text: string,
    table: TokenTable,
    from: number,
    to: number,
    traits: number,
    reading: SourceReading,
    isInAside: Uint8Array,
  ) {
    this.start = start
    this.text = text
    this.table = table
    this.from = from
    this.to = to
    this.traits = traits
    this.#reading = reading
    this.#isInAside = isInAside
  }

  tokens(): readonly Token[] {
    this.#tokens ??= this.table.tokens(this.from, this.to, this.start)
    return this.#tokens
  }

  newness(): Newness {
    this.#newness ??= newnessOf(this, this.#reading, (at) => this.#isSettled(at))
    return this.#newness
  }

  #isSettled(at: number): boolean {
    const token = this.table.token(at, this.start)
    const isAside = (this.#isInAside[this.table.start(at)] ?? 0) > 0
    return token.kind === 'link' || isAside || isInSources(token, this.text, this.#reading)
  }
}

/** Whether a date or number of a sentence occurs in the sources. */
export function isInSources({ date, number, start }: Token, sentence: string, reading: SourceReading): boolean {
  if (date) return reading.hasDate(date)
  if (!number) return false
  const { unit, value, step } = number
  const claim = { value, step, unit: unit ?? '', text: sentence, from: start, start, end: start }
  return isSupported(claim, unit === null || unit === '%' ? reading.values() : reading.valuesOf(unit))
}

/**
 * Computes trigram and unigram novelty of a sentence, the latter weighted by inverse sentence frequency. Tokens verified otherwise are not
 * counted, nor are trigrams across them.
 */
function newnessOf(
  { table, from, to }: TokenRange,
  { index: indexOnce, vocabulary }: Pick<SourceReading, 'index' | 'vocabulary'>,
  isSettled: (at: number) => boolean,
): Newness {
  const index = indexOnce()
  let run = 0
  let trigrams = 0
  let fresh = 0
  let content = 0
  let whole = 0
  let unknown = 0
  for (let at = from; at < to; at++) {
    const term = table.term(at)
    if (!table.isWord(at) && !index.has(term) && isSettled(at)) run = -1
    run++
    if (run > 2) {
      trigrams++
      if (!index.hasTrigram(table.term(at - 2), table.term(at - 1), term)) fresh++
    }
    if (!table.isContent(at)) continue
    content++
    const weight = index.weightOf(term)
    whole += weight
    if (!index.has(term))
      unknown += index.prefixes().has(vocabulary.at(term).key.slice(0, prefixLength)) ? weight / 2 : weight
  }
  return {
    novelty: trigrams > 0 ? fresh / trigrams : 0,
    unknown: whole > 0 ? unknown / whole : 0,
    trigrams,
    content,
  }
}
