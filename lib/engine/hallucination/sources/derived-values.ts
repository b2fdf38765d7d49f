import { sums } from '../numbers/derived'
import { isResultOf, sumsOfNeighbours } from '../numbers/possible-results'
import { smallCount } from '../numbers/quantities'
import { dayNumber } from '../numbers/read-dates'
import { isRough, roughStep } from '../numbers/supported-values'
import { convert, type Quantity } from '../numbers/units'
import type { Token } from '../words/tokens'
import type { ReadSentence } from './read-prose'
import type { SourceSentence } from './segment'
import type { SourceReading } from './source-reading'

/** Numbers from which a value may follow. Of many more, two have any number as their sum or product. */
const operandsMax = 120
const daySeconds = 86_400

/** Whether the checks of claims found something in a range of the output in no source. */
export type IsUnsupported = (start: number, end: number) => boolean

/**
 * Whether a number or date may be the result of any operation on two values of its sentence and of those about the same; null if they are
 * too many to tell.
 */
export function mayFollow(
  token: Token,
  sentence: ReadSentence,
  sources: readonly SourceSentence[],
  reading: SourceReading,
): boolean | null {
  const others = [...sources.flatMap((source) => source.tokens), ...sentence.tokens().filter((one) => one !== token)]
  if (sums.test(sentence.text) && sources.some((source) => isSumIn(source, token))) return true
  if (token.number?.unit === null && sources.some((source) => isOneFrom(source, token.number?.value ?? 0))) return true
  // A small count is the result of nearly any two others.
  const isCount = token.number?.unit === null && token.number.value <= smallCount
  const isFew = !isCount && reading.numbers().length + reading.spelled().length <= operandsMax
  const more = isFew ? [...reading.quantities(), ...reading.spelledQuantities()] : []
  return followsFrom(asExact(token, sentence.text), others, more)
}

/** "One year before" another, where the number may be of a year or day. */
const nextTo = /\b(?:one|an?) (?:year|month|week|day|hour|minute)s? (?:before|after|earlier|later|prior)\b/i

/** Whether a number is one less or more than one of a source that tells of something one year or day apart. */
function isOneFrom({ text, tokens }: SourceSentence, value: number): boolean {
  return nextTo.test(text) && tokens.some(({ number }) => number && Math.abs(number.value - value) === 1)
}

/** Whether a number is the sum of three or more that a source tells in a row. */
function isSumIn({ tokens }: SourceSentence, { number: claim }: Token): boolean {
  if (!claim) return false
  const numbers = tokens.flatMap(({ number, start, end }) => (number ? { ...number, start, end } : []))
  return sumsOfNeighbours(
    numbers,
    numbers.map(({ unit }) => unit),
  ).some((sum) => Math.abs(sum - claim.value) <= claim.step / 2)
}

/** Whether a number or date may be the result of any operation on two of these; null if they are too many to tell. */
function followsFrom(token: Token, others: readonly Token[], more: readonly Quantity[] = []): boolean | null {
  if (!token.number) return isDaysFrom(token, others)
  const operands = [...others.flatMap(({ number }) => number ?? []), ...more]
  return operands.length > operandsMax ? null : isResultOf(token.number, operands)
}

/** A number as exact as its sentence calls it: "more than 200" may be 230. */
export function asExact(token: Token, text: string): Token {
  const { number } = token
  if (!number || !isRough({ text, from: token.start })) return token
  return { ...token, number: { ...number, step: roughStep(number) } }
}

/** Whether a date is as far from another as one of the durations says. */
function isDaysFrom(token: Token, others: readonly Token[]): boolean {
  const own = daysOf(token)
  if (own.length === 0) return true
  const distances = others.flatMap(daysOf).flatMap((day) => own.map((one) => Math.abs(one - day)))
  return others.some(({ number }) => {
    const days = number?.unit ? (convert(number.value, number.unit, 's') ?? 0) / daySeconds : 0
    return days >= 1 && distances.some((distance) => Math.abs(distance - days) <= Math.max(1, days * 0.03))
  })
}

function daysOf({ date }: Token): number[] {
  return (date?.readings ?? []).flatMap((one) => dayNumber(one) ?? [])
}
