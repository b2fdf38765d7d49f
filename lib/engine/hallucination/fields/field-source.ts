import { lazily } from '../../lazily'
import { type DateMention, datesIn } from '../numbers/read-dates'
import { type NumberMention, numbersIn, spelledNumbersIn } from '../numbers/read-numbers'
import type { SourceReading } from '../sources/source-reading'
import { isFunctionWord, stemOf } from '../text/stems'

/** A word of the sources, and its range in its line. */
interface SourceWord {
  written: string
  /** In lower case, without accents. */
  folded: string
  key: string
  start: number
  end: number
}

/** A line of the sources, or a sentence of one. */
export interface SourceLine {
  text: string
  words: () => readonly SourceWord[]
  numbers: () => readonly NumberMention[]
  dates: () => readonly DateMention[]
}

const charactersMax = 200_000
/** Lines with one label, and lines with one word, that are looked through. */
const [labelledMax, namedMax] = [20, 300]
/** Characters of a line with a label; a longer one has many. */
const lineMax = 2000
const word = /[\p{L}\p{N}]+(?:['’.][\p{L}\p{N}]+)*/gu
/** Not behind a title or "Nr.", which a name or number follows. */
const sentenceEnd =
  /\n+|(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|Nr|No|Hr|Fr|Mme|Sr|Sra|Dott|Ing|Inc|Ltd|Co|Str|Tel|ca|vs))[.!?;]["”’)]?\s+(?=["“(]?[\p{Lu}\d])/gu
const ASCII = /^[\x20-\x7e\s]*$/

/** Text in lower case without accents, of the same length. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .replace(/[^\x20-\x7e\s]/gu, (sign) =>
      sign.normalize('NFD').replace(/\p{M}/gu, '').padEnd(sign.length).slice(0, sign.length),
    )
    .toLowerCase()
}

/** Text in lower case without accents, signs and spaces. */
export function lettersAndDigits(text: string): string {
  return ASCII.test(text) ? text.toLowerCase().replace(/[^a-z\d]+/g, '') : folded(text).replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The sources in the forms that values of fields are looked up in, each made when it is first asked; only the first 200,000 characters. */
export class FieldSource {
  readonly text: string
  readonly #reading: SourceReading
  readonly #folded: () => string
  readonly #lettersAndDigits: () => string
  readonly #starts: () => readonly number[]
  readonly #lines = new Map<number, SourceLine>()
  readonly #linesOfText = new Map<string, readonly SourceLine[]>()
  readonly #linesOfWord = new Map<string, readonly number[]>()
  readonly #byNumber: () => ReadonlyMap<number, ReadonlySet<number>>
  /** What looks like a code, as written, by its lettersAndDigits form. */
  readonly codes: () => ReadonlyMap<string, string>
  /** The lines with a date; none of too many. */
  readonly linesWithDates: () => readonly SourceLine[]
  /** The currencies that they name: codes of five, and other words as they are. */
  readonly currencies: () => ReadonlySet<string>

  constructor(text: string, reading: SourceReading) {
    this.text = text.slice(0, charactersMax)
    this.#reading = reading
    this.#folded = lazily(() => folded(this.text))
    this.#lettersAndDigits = lazily(() => lettersAndDigits(this.text))
    this.#starts = lazily(() => [
      0,
      ...[...this.text.matchAll(sentenceEnd)].map(({ 0: end, index }) => index + end.length),
    ])
    this.#byNumber = lazily(() => this.#readNumbers())
    this.codes = lazily(() => codesOf(this.text))
    this.linesWithDates = lazily(() => {
      const found = new Set(datesIn(this.text).map(({ start }) => this.#lineOf(start)))
      return found.size <= namedMax ? [...found].map((at) => this.#lineAt(at)) : []
    })
    this.currencies = lazily(() => new Set(currenciesIn(this.text)))
  }

  /** Whether the sources have a text, whatever its case, signs and spaces. */
  has(value: string): boolean {
    return this.#lettersAndDigits().includes(lettersAndDigits(value))
  }

  /** Whether the sources name a currency by its code, sign or word. */
  hasCurrency(code: string): boolean {
    return this.#folded().includes(code.toLowerCase()) || this.currencies().has(code)
  }

  /** Whether the sources have a word in any form, given in lower case without accents. */
  hasWord(form: string): boolean {
    if (this.#reading.index().has(this.#reading.vocabulary.term(stemOf(form)).id)) return true
    const known = this.#linesOfWord.get(form)
    return known ? known.length > 0 : form !== '' && wordFrom(this.#folded(), form, 0, false) >= 0
  }

  /** The lines with a word, or one that begins like it; none for a word of more lines than a label has. */
  linesWith(key: string): readonly SourceLine[] {
    const lines = this.#placesOf(key.slice(0, PREFIX), true)
    if (lines.length > labelledMax) return []
    return lines.map((at) => this.#lineAt(at)).filter(({ text }) => text.length <= lineMax)
  }

  /** The lines that have the words of a text in a row. */
  linesOf(value: string): readonly SourceLine[] {
    let lines = this.#linesOfText.get(value)
    if (!lines) {
      lines = this.#readLinesOf(wordsIn(value))
      this.#linesOfText.set(value, lines)
    }
    return lines
  }

  #readLinesOf(words: readonly string[]): readonly SourceLine[] {
    const [rarest = ''] = words.toSorted((one, other) => other.length - one.length)
    const lines = this.#placesOf(rarest)
    if (rarest === '' || lines.length > namedMax) return []
    return lines.map((at) => this.#lineAt(at)).filter((line) => hasInARow(line, words))
  }

  /** The lines with a number, whatever its sign. */
  linesWithNumber(value: number): readonly SourceLine[] {
    return [...(this.#byNumber().get(Math.abs(value)) ?? [])].slice(0, namedMax).map((at) => this.#lineAt(at))
  }

  #readNumbers(): Map<number, Set<number>> {
    const found = new Map<number, Set<number>>()
    for (const { value, start } of [...this.#reading.numbers(), ...this.#reading.spelled()]) {
      const line = this.#lineOf(start)
      const known = found.get(Math.abs(value))
      if (known) known.add(line)
      else found.set(Math.abs(value), new Set([line]))
    }
    return found
  }

  /** The places of the lines with a word, or one that begins so. */
  #placesOf(form: string, isStart = false): readonly number[] {
    const key = isStart ? `${form}*` : form
    let lines = this.#linesOfWord.get(key)
    if (!lines) {
      lines = this.#search(form, isStart)
      this.#linesOfWord.set(key, lines)
    }
    return lines
  }

  #search(form: string, isStart: boolean): number[] {
    if (form === '') return []
    const text = this.#folded()
    const found: number[] = []
    for (let at = wordFrom(text, form, 0, isStart); at >= 0; at = wordFrom(text, form, at + 1, isStart)) {
      const line = this.#lineOf(at)
      if (found.at(-1) !== line) found.push(line)
      if (isStart && found.length > labelledMax) break
    }
    return found
  }

  #lineOf(place: number): number {
    const starts = this.#starts()
    let [from, to] = [0, starts.length]
    while (to - from > 1) {
      const middle = (from + to) >> 1
      if ((starts[middle] as number) <= place) from = middle
      else to = middle
    }
    return from
  }

  #lineAt(at: number): SourceLine {
    let line = this.#lines.get(at)
    if (!line) {
      const starts = this.#starts()
      line = toLine(this.text.slice(starts[at], starts[at + 1] ?? this.text.length).trimEnd())
      this.#lines.set(at, line)
    }
    return line
  }
}

const currencies: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '€': 'EUR',
    eur: 'EUR',
    euro: 'EUR',
    $: 'USD',
    usd: 'USD',
    dollar: 'USD',
    '£': 'GBP',
    gbp: 'GBP',
    pound: 'GBP',
    chf: 'CHF',
    franc: 'CHF',
    '¥': 'JPY',
    jpy: 'JPY',
    yen: 'JPY',
  }),
)
/** The codes of the currencies that have a sign or word here. */
export const currencyCodes: ReadonlySet<string> = new Set(currencies.values())
const money =
  /[€$£¥]|\b(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|francs?|jpy|yen|cad|aud|nzd|sgd|hkd|mxn|pesos?|kr|sek|nok|dkk|cny|rmb|inr|rupees?)\b/gi

function currenciesIn(text: string): string[] {
  return (text.match(money) ?? []).map((one) => currencies.get(stemOf(one.toLowerCase())) ?? one.toLowerCase())
}

const isWordSign = (sign: string | undefined) =>
  sign !== undefined &&
  ((sign >= 'a' && sign <= 'z') || (sign > '~' && /[\p{L}\p{N}]/u.test(sign)) || (sign >= '0' && sign <= '9'))

/** Returns the next place of a word, or of one that begins so; -1 if there is none. */
function wordFrom(text: string, form: string, from: number, isStart: boolean): number {
  let at = text.indexOf(form, from)
  while (at >= 0 && (isWordSign(text[at - 1]) || (!isStart && isWordSign(text[at + form.length]))))
    at = text.indexOf(form, at + 1)
  return at
}

/** Letters that words have in common which begin alike. */
export const PREFIX = 5

/** The words of a value in lower case, without accents. */
export function wordsIn(value: string): string[] {
  return (value.match(word) ?? []).map(folded)
}

/** Whether a line has words in a row. */
export function hasInARow({ words }: SourceLine, wanted: readonly string[]): boolean {
  return words().some((_, from, all) => wanted.every((one, at) => all[from + at]?.folded === one))
}

/** Reads a line; each form is made when it is first asked. */
export function toLine(text: string): SourceLine {
  return {
    text,
    words: lazily(() =>
      [...text.matchAll(word)].map(({ 0: written, index }) => {
        const form = folded(written)
        return { written, folded: form, key: stemOf(form), start: index, end: index + written.length }
      }),
    ),
    numbers: lazily(() => [...numbersIn(text), ...spelledNumbersIn(text)]),
    dates: lazily(() => datesIn(text)),
  }
}

const code = /\b(?=[A-Za-z./_-]{0,20}\d)[A-Za-z\d](?:[A-Za-z\d./_-]|(?<=\d|[A-Z]{2}\d{2}|\b[A-Z]{2}) (?=\d{2})){3,40}/g

/** Whether a text has enough digits to be a code: four, or two beside capitals. Shorter ones differ by chance too often. */
export function isCode(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return digits >= 4 || (digits >= 2 && text.length >= 6 && /^[\p{Lu}\d._/ -]+$/u.test(text))
}

function codesOf(text: string): Map<string, string> {
  const codes = [...text.matchAll(code)]
    .filter(([written]) => /\d.*\d/.test(written))
    .map(([written]) => written.replace(/[./_-]+$/, ''))
    .filter(isCode)
  return new Map(codes.map((written) => [lettersAndDigits(written), written]))
}

/** Returns the places behind each occurrence of a label in a line: all its words in a row, with at most two words without content between. */
export function endsOfLabel(line: SourceLine, label: ReadonlySet<string>): number[] {
  const words = line.words()
  return words.flatMap(({ key }, from) => {
    if (!label.has(key)) return []
    const left = new Set(label)
    let [at, gaps] = [from, 0]
    for (; at < words.length && left.size > 0; at++) {
      const one = words[at]?.key ?? ''
      if (left.delete(one)) continue
      if (!isFunctionWord(one) || ++gaps > 2) break
    }
    return left.size === 0 ? [words[at - 1]?.end ?? 0] : []
  })
}
