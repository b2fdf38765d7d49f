import { matchesIn } from './matches'

/** A number in a text with what it counts. `step` is one unit of its last written digit. */
export interface NumberMention {
  value: number
  step: number
  /** `%`, a currency sign, or the word that follows, lower case; empty when there is none. */
  unit: string
  /** What stands right before it, and may tell it as an approximation: "about 2,000". */
  before: string
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
}
const shape =
  /(?<![\w.,:/#\-–]|\[\^?)([$€£¥])? ?([-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?: ?(thousand|million|billion|trillion|bn|mn|k|m|b)\b)?(?: ?(%)| (percent)\b|[ -]?(\p{L}[\p{L}'-]*))?(?![\d:/])/giu
const rough =
  /\b(?:about|around|approximately|roughly|nearly|almost|over|more than|less than|under|some|up to|at least|circa|~|≈)\s*$/i
const wordValues = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value) => [word, value]),
)
for (const [index, word] of 'thirty forty fifty sixty seventy eighty ninety hundred'.split(' ').entries())
  wordValues.set(word, (index + 3) * 10)
wordValues.set('dozen', 12)
const numberWord = new RegExp(`\\b(?:${[...wordValues.keys()].join('|')})\\b`, 'gi')

/** Every number written in digits, scaled (`4.2 million`), with unit and precision. Parts of names, versions, times and paths are none. */
export function numbersIn(text: string): NumberMention[] {
  return matchesIn(text, shape).map((match) => {
    const [whole, currency, digits = '', scaleWord, percentSign, percentWord, word] = match
    const scale = (scaleWord && scales[scaleWord.toLowerCase()]) || 1
    const plain = digits.replaceAll(',', '').replace('−', '-')
    return {
      value: Number(plain) * scale,
      step: scale / 10 ** decimalsOf(plain),
      unit: percentSign || percentWord ? '%' : (currency ?? word?.toLowerCase() ?? ''),
      before: beforeOf(text, match.index),
      start: match.index + (whole.length - whole.trimStart().length),
      end: match.index + whole.length - (word ? whole.length - whole.lastIndexOf(word) + separator(whole, word) : 0),
    }
  })
}

/** As much of what stands before a place of a text as may tell a number there as an approximation. */
export function beforeOf(text: string, at: number): string {
  return text.slice(Math.max(0, at - 20), at)
}

/** How many digits of a number stand behind the point. */
export function decimalsOf(digits: string): number {
  const point = digits.indexOf('.')
  return point < 0 ? 0 : digits.length - point - 1
}

function separator(whole: string, word: string): number {
  return /[ -]/.test(whole[whole.lastIndexOf(word) - 1] ?? '') ? 1 : 0
}

/** The value of a number word from two on, lower case; "one" is more often none. */
export function numberWordValue(word: string): number | undefined {
  return word === 'one' ? undefined : wordValues.get(word)
}

/** Values of the number words of a text, each once: "twelve", "fifty", "a dozen". */
export function numberWordsIn(text: string): number[] {
  const words = new Set(text.match(numberWord)?.map((word) => word.toLowerCase()))
  return [...words].map((word) => wordValues.get(word) ?? Number.NaN)
}

/** Values in rising order, to look ranges up in. */
export function sorted(values: readonly number[]): Float64Array {
  return new Float64Array(values.filter(Number.isFinite)).sort()
}

/**
 * True when a claim stands for one of the values (in rising order): equal, or what the value rounds or is cut to at the
 * precision of the claim (of its last digit that is not zero, when it is told as rough). A share may stand as 0.45 or 45 %.
 */
export function isSupported(claim: NumberMention, values: Float64Array): boolean {
  return (
    isSupportedAt(claim.step, claim, values) ||
    (rough.test(claim.before) && isSupportedAt(roughStep(claim), claim, values))
  )
}

function isSupportedAt(step: number, { value, unit }: NumberMention, values: Float64Array): boolean {
  const low = value - step / 2 - step * 1e-9
  const high = value + step - step * 1e-9
  return hasWithin(values, low, high) || (unit === '%' && hasWithin(values, low / 100, high / 100))
}

/** True when a value lies in the half-open range. */
function hasWithin(values: Float64Array, low: number, high: number): boolean {
  let from = 0
  let to = values.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((values[middle] ?? low) < low) from = middle + 1
    else to = middle
  }
  const first = values[from]
  return first !== undefined && first < high
}

function roughStep({ value, step }: NumberMention): number {
  let wide = step
  while (
    value !== 0 &&
    wide < Math.abs(value) &&
    Math.abs(Math.round(value / (wide * 10)) * wide * 10 - value) < wide * 1e-6
  )
    wide *= 10
  return wide
}
