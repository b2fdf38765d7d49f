import { forEachPiece } from './pieces'
import { type DateMention, datesIn, mayHaveDigitDate } from './read-dates'
import { decimalsOf } from './read-numbers'
import { unitOf } from './units'
import type { Term, Vocabulary, Word } from './vocabulary'

/** A word, number, date or link of a text. `term` is one for what is the same however it is written. */
export interface Token {
  kind: 'word' | 'number' | 'date' | 'link'
  term: Term
  /** Written with a capital; no matter whether it begins a sentence. */
  isCapital: boolean
  start: number
  end: number
  number: Quantity | undefined
  date: DateMention | undefined
}

interface Quantity {
  value: number
  step: number
  unit: string | null
}

const percentSigns = [' %', ' per cent']
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
  ['bn', 1e9],
  ['mn', 1e6],
  ['m', 1e6],
  ['k', 1e3],
])

/** The tokens of a text. Number, scale and unit are one token, as are a number word, a date and a link; "isn't" is two. */
export function tokensOf(text: string, vocabulary: Vocabulary): Token[] {
  const read = readTokens(text, vocabulary, noDates)
  if (!read.mayHaveDate && !mayHaveDigitDate(text)) return read.tokens
  const dates = datesIn(text)
  return dates.length > 0 ? readTokens(text, vocabulary, dates).tokens : read.tokens
}

const noDates: readonly DateMention[] = []

function readTokens(text: string, vocabulary: Vocabulary, dates: readonly DateMention[]) {
  const tokens: Token[] = []
  let mayHaveDate = false
  let nextDate = 0
  let last: Token | undefined
  forEachPiece(text, (kind, start, end) => {
    while (nextDate < dates.length && (dates[nextDate]?.end ?? 0) <= start) nextDate++
    if (last && start < last.end) return
    const date = dates[nextDate]
    if (date && start >= date.start) {
      if (last?.date === date) return
      last = dateToken(date, vocabulary)
    } else if (kind === 'number') last = numberToken(text, start, end, vocabulary)
    else if (kind === 'link') {
      mayHaveDate = true
      last = linkToken(start, end, vocabulary)
    } else {
      const word = vocabulary.word(text, start, end)
      mayHaveDate ||= word.mayBeMonth
      last = pushWord(tokens, last, text, word, start, end, vocabulary)
      return
    }
    tokens.push(last)
  })
  return { tokens, mayHaveDate }
}

/** A token that says nothing of its own: a link, or what is to be read as one. */
export function linkToken(start: number, end: number, vocabulary: Vocabulary): Token {
  return {
    kind: 'link',
    term: vocabulary.term('link'),
    isCapital: false,
    start,
    end,
    number: undefined,
    date: undefined,
  }
}

function dateToken(date: DateMention, vocabulary: Vocabulary): Token {
  const [reading] = date.readings
  const term = vocabulary.term(`${reading?.year ?? ''}-${reading?.month}-${reading?.day ?? ''}`)
  return { kind: 'date', term, isCapital: false, start: date.start, end: date.end, number: undefined, date }
}

function numberToken(text: string, start: number, end: number, vocabulary: Vocabulary): Token {
  const digits = text.slice(start, end)
  const value = Number(digits.includes(',') ? digits.replaceAll(',', '') : digits)
  const decimals = decimalsOf(digits)
  const percent = percentSignAt(text, end)
  const before = start > 0 ? text.charAt(start - 1) : ' '
  const unit = percent > 0 ? '%' : before === ' ' ? null : unitOf(before)
  const number = { value, step: decimals > 0 ? 1 / 10 ** decimals : 1, unit }
  const term = vocabulary.number(value, unit)
  return { kind: 'number', term, isCapital: false, start, end: end + percent, number, date: undefined }
}

/** How long the sign or the words for per cent are that stand at a place; 0 where none do. */
function percentSignAt(text: string, at: number): number {
  const next = text[at]
  return next === '%' ? 1 : next === ' ' ? (percentSigns.find((sign) => text.startsWith(sign, at))?.length ?? 0) : 0
}

function termOf({ value, unit }: Quantity, vocabulary: Vocabulary): Term {
  return vocabulary.number(value, unit)
}

/** Adds a word, or joins it to the number before it. Gives the last token. */
function pushWord(
  tokens: Token[],
  last: Token | undefined,
  text: string,
  word: Word,
  start: number,
  end: number,
  vocabulary: Vocabulary,
): Token | undefined {
  const { isCapital, terms, value: wordValue } = word
  const value = isCapital && start > 0 && text[start - 1] === ' ' ? undefined : wordValue
  const number = last && start - last.end <= 1 ? last.number : undefined
  if (last && number && (joinUnit(number, word) || joinOnes(number, value, text[last.end - 1]))) {
    last.end = end
    last.term = termOf(number, vocabulary)
    return last
  }
  if (value !== undefined) {
    const number = { value, step: 1, unit: null }
    tokens.push({ kind: 'number', term: termOf(number, vocabulary), isCapital, start, end, number, date: undefined })
  } else
    for (const term of terms)
      tokens.push({ kind: 'word', term, isCapital, start, end, number: undefined, date: undefined })
  return tokens.at(-1)
}

/** True when the word was the scale or the unit of the number, which has it from then on. */
function joinUnit(number: Quantity, { lower, unit: named }: Word): boolean {
  const scale = lower === 'm' && number.unit === null ? undefined : scales.get(lower)
  if (scale && number.value < 1000) {
    number.value *= scale
    number.step *= scale
    return true
  }
  const unit = lower === 'm' ? 'm' : named
  if (!unit || number.unit) return false
  number.unit = unit
  return true
}

/** True when the word is the ones of a number in words, "twenty five", which has them from then on. */
function joinOnes(number: Quantity, ones: number | undefined, before: string | undefined): boolean {
  if (ones === undefined || ones >= 10 || number.value < 20 || number.value >= 100) return false
  if (!/\p{L}/u.test(before ?? '')) return false
  number.value += ones
  return true
}

/** Whether a token is a word that says something of its own. */
export function isContent({ kind, term }: Token): boolean {
  return kind === 'word' && term.isContent
}
