import type { Token } from '../words/tokens'
import { isEquivalent } from './alignment'

/** Whether a sentence tells a value of another year or day than a source: it begins with one, or the source has none. */
export function isOfOtherTime(value: Token, tokens: readonly Token[], source: readonly Token[]): boolean {
  const isDated = source.some(isTime)
  return tokens.some(
    (token, at) =>
      isTime(token) &&
      (token !== value || at === 1) &&
      (at <= 1 || !isDated) &&
      !source.some((one) => one.kind === token.kind && isEquivalent(token, one)),
  )
}

/** Whether a token is a date or may be a year. */
function isTime({ date, number }: Token): boolean {
  return (
    date !== undefined || (number?.unit === null && number.step === 1 && number.value >= 1000 && number.value <= 2100)
  )
}
