import { DIGIT, endOfDecimals, endOfRun, IDEOGRAPHS, isDigitAt, LETTER } from '../text/characters'
import { otherScales, signScales } from './foreign-words'
import { decimalsIn, endOfPlainWord, type NumberParts, plainNumberAt, plainValue } from './plain-numbers'

/** The value of each number word in lower case. */
const wordValues = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value) => [word, value]),
)
for (const [index, word] of 'thirty forty fifty sixty seventy eighty ninety hundred'.split(' ').entries())
  wordValues.set(word, (index + 3) * 10)
wordValues.set('dozen', 12)

/** Whether a word in lower case is a number word. */
export function isNumberWord(word: string): boolean {
  return wordValues.has(word)
}

/** Returns the value of a lower-case number word from two on; "one" is excluded because it is rarely a number. */
export function numberWordValue(word: string): number | undefined {
  return word === 'one' ? undefined : wordValues.get(word)
}

/** Returns the value of a count in digits or as a number word, in any case; NaN if it is neither. */
export function countValue(written: string): number {
  return numberWordValue(written.toLowerCase()) ?? Number(written)
}

/** Bit set of the lengths of number words, by first letter. */
const lengthsByLetter = new Int32Array(27)
for (const word of wordValues.keys()) {
  const letter = word.charCodeAt(0) & 0x1f
  lengthsByLetter[letter] = (lengthsByLetter[letter] ?? 0) | (1 << word.length)
}

/** Whether a word may be a number word, by its first letter and its length. */
function mayBeNumberWord(text: string, start: number, end: number): boolean {
  const length = end - start
  if (length < 3 || length > 9) return false
  return ((lengthsByLetter[text.charCodeAt(start) & 0x1f] ?? 0) & (1 << length)) !== 0
}

/** Returns the value of every number word: "twelve", "fifty", "a dozen". */
export function numberWordsIn(text: string): number[] {
  const values: number[] = []
  for (let at = 0; at < text.length; at++) {
    const start = at
    at = endOfPlainWord(text, start)
    if (!mayBeNumberWord(text, start, at)) continue
    const value = wordValues.get(text.slice(start, at).toLowerCase())
    if (value !== undefined) values.push(value)
  }
  return values
}

/** A number in a text with its unit. `step` is the value of one in its last written digit. */
export interface NumberMention {
  value: number
  step: number
  /** `%`, a currency sign, or the following word in lower case; empty when there is none. */
  unit: string
  /** The text, and where what precedes the number ends: "about 2,000" is an approximation. */
  text: string
  from: number
  start: number
  end: number
}

const scales: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  trillion: 1e12,
  ...Object.fromEntries([...otherScales, ...signScales]),
}
const signs = signScales.map(([sign]) => sign)
const worded = Object.keys(scales)
  .filter((word) => !signs.includes(word))
  .sort((one, other) => other.length - one.length)
  .join('|')
const ideograph = `[${IDEOGRAPHS}]`
/** A letter; a Chinese or Japanese sign is a word by itself. */
const letter = `(?!${ideograph})\\p{L}`
const shape = new RegExp(
  `(?<![\\w.,:/#\\-–]|\\[\\^?)([$€£¥])? ?([-+−]?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?)(?: ?(${worded})(?!${letter}|\\d|_)|(${signs.join('|')}))?(?: ?(%)| (percent)\\b|[ -]?(${letter}(?:${letter}|['-])*)|(${ideograph}))?(?![\\d:/])`,
  'giu',
)
/** Characters that may precede the first digit: a currency, a space, a sign. */
const BEFORE_DIGITS = 3

/**
 * Returns every number written in digits, scaled (`4.2 million`), with unit and precision. Excludes parts of names, versions, times and
 * paths.
 */
export function numbersIn(text: string): NumberMention[] {
  const numbers: NumberMention[] = []
  let from = 0
  for (let at = digitFrom(text, 0); at >= 0; at = digitFrom(text, from)) {
    const parts = plainNumberAt(text, at, from)
    if (parts === null) {
      from = endOfRun(text, at, DIGIT)
      continue
    }
    if (parts) {
      numbers.push(toMention(text, parts))
      from = parts.end
      continue
    }
    shape.lastIndex = Math.max(from, at - BEFORE_DIGITS)
    const match = shape.exec(text)
    if (!match) break
    numbers.push(toMention(text, partsOf(match)))
    from = shape.lastIndex
  }
  return numbers
}

const digit = /\d/g
/** Within so many characters, a digit is found faster without a pattern. */
const nearby = 64

/** Returns the index of the next digit, or -1. */
function digitFrom(text: string, from: number): number {
  const near = Math.min(from + nearby, text.length)
  for (let at = from; at < near; at++) if (isDigitAt(text, at)) return at
  digit.lastIndex = near
  return digit.test(text) ? digit.lastIndex - 1 : -1
}

function partsOf(match: RegExpExecArray): NumberParts {
  const [whole, currency, digits = '', scaleWord, scaleSign, percentSign, percentWord, letters, sign] = match
  const [scale, word] = [scaleWord ?? scaleSign, letters ?? sign]
  const plain = digits.replaceAll(',', '').replace('−', '-')
  const end = match.index + whole.length
  return {
    start: match.index,
    currency,
    value: Number(plain),
    decimals: decimalsIn(plain, 0, plain.length),
    scale: scale?.toLowerCase(),
    isPercent: (percentSign ?? percentWord) !== undefined,
    wordStart: end - (word?.length ?? 0),
    end,
  }
}

function toMention(
  text: string,
  { start, currency, value, decimals, scale: scaleWord, isPercent, wordStart, end }: NumberParts,
): NumberMention {
  const scale = (scaleWord && scales[scaleWord]) || 1
  const before = text.charAt(wordStart - 1)
  return {
    value: value * scale,
    step: scale / 10 ** decimals,
    unit: isPercent ? '%' : (currency ?? (wordStart < end ? text.slice(wordStart, end).toLowerCase() : '')),
    text,
    from: start,
    start: text.charCodeAt(start) === 0x20 ? start + 1 : start,
    end: wordStart === end ? end : wordStart - (before === ' ' || before === '-' ? 1 : 0),
  }
}

/** Letters other than those of ASCII that equal one of them in another case. */
const oddLetters = /[ſ\u212A]/
const spelled = new RegExp(`\\b(${[...wordValues.keys()].slice(2).join('|')})\\b(?:[ -]((?:${letter})+))?`, 'giu')

/** Returns the numbers written as words from two on, with the following word as their unit. `words` are those of {@link numberWordsIn}. */
export function spelledNumbersIn(text: string, words: readonly number[] = numberWordsIn(text)): NumberMention[] {
  const numbers: NumberMention[] = []
  if (oddLetters.test(text)) {
    for (const { 0: whole, 1: word = '', 2: unit = '', index } of text.matchAll(spelled))
      numbers.push(toSpelled(wordValues.get(word.toLowerCase()) ?? 0, unit, index, index + whole.length))
    return numbers
  }
  if (!words.some((value) => value >= 2)) return numbers
  for (let at = 0; at < text.length; at++) {
    const start = at
    at = endOfPlainWord(text, start)
    if (!mayBeNumberWord(text, start, at)) continue
    const value = wordValues.get(text.slice(start, at).toLowerCase())
    if (value === undefined || value < 2) continue
    const next = text.charCodeAt(at)
    const end = next === 0x20 || next === 0x2d ? endOfRun(text, at + 1, LETTER) : at
    const unit = text.slice(at + 1, end)
    numbers.push(toSpelled(value, unit, start, unit === '' ? at : end))
    if (unit !== '') at = end - 1
  }
  return numbers
}

function toSpelled(value: number, unit: string, start: number, end: number): NumberMention {
  return { value, step: 1, unit: unit.toLowerCase(), text: '', from: 0, start, end }
}

/** Returns the value of every run of digits, including those within dates, times and names. */
export function digitValuesIn(text: string): number[] {
  const values: number[] = []
  for (let at = digitFrom(text, 0); at >= 0; ) {
    const end = endOfDecimals(text, endOfRun(text, at, DIGIT))
    values.push(plainValue(text, at, end))
    at = digitFrom(text, end)
  }
  return values
}
