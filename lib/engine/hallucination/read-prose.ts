import { Capitals } from './capitals'
import type { Newness, ReadSentence, SourceReading } from './finding'
import { isSupported } from './read-numbers'
import { asidesIn } from './references'
import type { Sentence } from './sentences'
import { newnessOf } from './support'
import { type Token, TokenTable } from './tokens'

/** Reads the sentences of prose. Asides such as citations do not count towards newness. */
export function readProse(
  prose: string,
  clauses: readonly Sentence[],
  reading: SourceReading,
): { table: TokenTable; capitals: Capitals; sentences: ReadSentence[] } {
  const asides = asidesIn(prose)
  const isInAside = new Uint8Array(asides.length > 0 ? prose.length : 0)
  for (const { start, end } of asides) isInAside.fill(1, start, end)
  const capitals = new Capitals()
  const table = new TokenTable(prose, reading.vocabulary, capitals)
  const sentences = clauses.map(({ start, text }) => {
    const from = table.size
    table.read(start, start + text.length)
    if (asides.length > 0)
      for (let at = from; at < table.size; at++) if (table.isWord(at) && isInAside[table.start(at)]) table.makeLink(at)
    return new ProseSentence(start, text, table, from, table.size, reading, isInAside)
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
    reading: SourceReading,
    isInAside: Uint8Array,
  ) {
    this.start = start
    this.text = text
    this.table = table
    this.from = from
    this.to = to
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
    const isAside = this.#isInAside[this.table.start(at)] === 1
    return token.kind === 'link' || isAside || isInSources(token, this.text, this.#reading)
  }
}

/** Whether a date or number of a sentence occurs in the sources. */
function isInSources({ date, number, start }: Token, sentence: string, reading: SourceReading): boolean {
  if (date) return reading.hasDate(date)
  if (!number) return false
  const { unit, value, step } = number
  const claim = { value, step, unit: unit ?? '', text: sentence, from: start, start, end: start }
  return isSupported(claim, unit === null || unit === '%' ? reading.values() : reading.valuesOf(unit))
}
