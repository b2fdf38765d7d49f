import { type DateMention, datesIn } from './read-dates'
import { decimalsOf } from './read-numbers'
import { unitOf } from './units'
import type { Term, Vocabulary } from './vocabulary'

/** A word, number, date or link of a text. `term` is one for what is the same however it is written. */
export interface Token {
  kind: 'word' | 'number' | 'date' | 'link'
  term: Term
  /** Written with a capital; no matter whether it begins a sentence. */
  isCapital: boolean
  start: number
  end: number
  number?: Quantity
  date?: DateMention
}

interface Quantity {
  value: number
  step: number
  unit: string | null
}

const piece =
  /(?:https?:\/\/|www\.)[^\s<>"']+|(?<![\p{L}\d_][.,]?)\d+(?:,\d{3})*(?:\.\d+)?|(?:[A-Z]\.){2,}|\p{L}[\p{L}\p{M}\d_]*(?:['’]\p{L}+)*/gu
const percentSigns = ['%', ' %', ' per cent']
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
  const dates = datesIn(text)
  const tokens: Token[] = []
  let nextDate = 0
  let last: Token | undefined
  piece.lastIndex = 0
  for (let match = piece.exec(text); match; match = piece.exec(text)) {
    const { 0: whole, index } = match
    while (nextDate < dates.length && (dates[nextDate]?.end ?? 0) <= index) nextDate++
    if (last && index < last.end) continue
    const date = dates[nextDate]
    if (date && index >= date.start) {
      if (last?.date === date) continue
      last = dateToken(date, vocabulary)
    } else if (isDigit(whole)) last = numberToken(text, whole, index, vocabulary)
    else if (isLink(whole)) last = linkToken(index, index + whole.length, vocabulary)
    else {
      last = pushWord(tokens, last, text, whole, index, vocabulary)
      continue
    }
    tokens.push(last)
  }
  return tokens
}

function isDigit(piece: string): boolean {
  const code = piece.charCodeAt(0)
  return code >= 0x30 && code <= 0x39
}

function isLink(piece: string): boolean {
  return piece.startsWith('http') ? piece.includes(':') : piece.startsWith('www.')
}

/** A token that says nothing of its own: a link, or what is to be read as one. */
export function linkToken(start: number, end: number, vocabulary: Vocabulary): Token {
  return { kind: 'link', term: vocabulary.term('link'), isCapital: false, start, end }
}

function dateToken(date: DateMention, vocabulary: Vocabulary): Token {
  const [reading] = date.readings
  const term = vocabulary.term(`${reading?.year ?? ''}-${reading?.month}-${reading?.day ?? ''}`)
  return { kind: 'date', term, isCapital: false, start: date.start, end: date.end, date }
}

function numberToken(text: string, digits: string, start: number, vocabulary: Vocabulary): Token {
  const end = start + digits.length
  const value = Number(digits.replaceAll(',', ''))
  const percent =
    text[end] === '%' || text[end] === ' ' ? percentSigns.find((sign) => text.startsWith(sign, end)) : undefined
  const number = { value, step: 1 / 10 ** decimalsOf(digits), unit: percent ? '%' : unitOf(text[start - 1] ?? '') }
  const term = termOf(number, vocabulary)
  return { kind: 'number', term, isCapital: false, start, end: end + (percent?.length ?? 0), number }
}

function termOf({ value, unit }: Quantity, vocabulary: Vocabulary): Term {
  return vocabulary.term(unit ? `${value} ${unit}` : `${value}`)
}

/** Adds a word, or joins it to the number before it. Gives the last token. */
function pushWord(
  tokens: Token[],
  last: Token | undefined,
  text: string,
  whole: string,
  start: number,
  vocabulary: Vocabulary,
): Token | undefined {
  const end = start + whole.length
  const { lower, isCapital, terms, value: wordValue } = vocabulary.word(whole)
  const value = isCapital && start > 0 && text[start - 1] === ' ' ? undefined : wordValue
  const number = last && start - last.end <= 1 ? last.number : undefined
  if (last && number && (joinUnit(number, lower) || joinOnes(number, value, text[last.end - 1]))) {
    last.end = end
    last.term = termOf(number, vocabulary)
    return last
  }
  if (value !== undefined) {
    const number = { value, step: 1, unit: null }
    tokens.push({ kind: 'number', term: termOf(number, vocabulary), isCapital, start, end, number })
  } else for (const term of terms) tokens.push({ kind: 'word', term, isCapital, start, end })
  return tokens.at(-1)
}

/** True when the word was the scale or the unit of the number, which has it from then on. */
function joinUnit(number: Quantity, word: string): boolean {
  const scale = word === 'm' && number.unit === null ? undefined : scales.get(word)
  if (scale && number.value < 1000) {
    number.value *= scale
    number.step *= scale
    return true
  }
  const unit = word === 'm' ? 'm' : unitOf(word)
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
