import { isResultOf } from '../numbers/possible-results'
import { isRough, roughStep } from '../numbers/read-numbers'
import { convert, unitOf } from '../numbers/units'
import type { Token } from '../words/tokens'
import type { ReadSentence } from './read-prose'
import type { SourceSentence } from './segment'
import type { SourceReading } from './source-reading'

/** Numbers from which a value may follow. Of many more, two have any number as their sum or product. */
const operandsMax = 120
const [dayMs, daySeconds] = [86_400_000, 86_400]

/** Whether a number or date may be the result of any operation on two values of its sentence and of those about the same. */
export function mayFollow(
  token: Token,
  sentence: ReadSentence,
  sources: readonly SourceSentence[],
  reading: SourceReading,
): boolean {
  const others = [...sources.flatMap((source) => source.tokens), ...sentence.tokens().filter((one) => one !== token)]
  if (!token.number) return isDaysFrom(token, others)
  const operands = others.flatMap((other) => other.number ?? [])
  const all = [...reading.numbers(), ...reading.spelled()]
  if (all.length <= operandsMax)
    for (const { value, step, unit } of all) operands.push({ value, step, unit: unitOf(unit) })
  return operands.length > operandsMax || isResultOf(asExact(token, sentence.text).number ?? token.number, operands)
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
  return (date?.readings ?? []).flatMap(({ year, month, day }) =>
    day === null ? [] : Date.UTC(year ?? 2001, month - 1, day) / dayMs,
  )
}
