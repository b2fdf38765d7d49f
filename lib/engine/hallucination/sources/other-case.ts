import type { Token } from '../words/tokens'
import { isEquivalent } from './alignment'
import { type Segment, type SourceSentence, tokenAt } from './segment'

const otherCase =
  /\b(?:would|should|could|might|may|must|can|if|when|unless|suppose|assuming|example|typical(?:ly)?|usual(?:ly)?|general(?:ly)?|average|ideal(?:ly)?|recommend\w*|suggest\w*|expect\w*|plan(?:s|ned|ning)?|hopes?|wants?|targets?|goals?|another|others?|similar|previous(?:ly)?|predecessor|former(?:ly)?|earlier|last|next|ago|used to|old|newest|instead|rather)\b/g
const monthMay = /(?<=.)\bMay\b/g

/** Returns the words of a sentence for another case, time or thing than the one at hand, of which another value may be told. */
export function otherCaseWords(text: string): readonly string[] {
  const plain = text.includes('May') ? text.replace(monthMay, '') : text
  return plain.toLowerCase().match(otherCase) ?? []
}

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

/** Whether one is a year or date behind "after", "since" or "in" and the other none behind such a word: both may be told of one event. */
export function areOfOtherTime(token: Token, other: Token, claim: Segment, segment: Segment): boolean {
  const own = relationOf(token, claim)
  const theirs = own === '' ? own : relationOf(other, segment)
  return own !== theirs && (theirs !== '' || !isTime(other))
}

/** The word before a date or year that tells how something is related to it; empty without one. */
function relationOf(token: Token, segment: Segment): string {
  const before = isTime(token) ? (tokenAt(token, segment, -1)?.term.key ?? '') : ''
  return /^(?:after|before|befor|sinc|until|in|on|by)$/.test(before) ? before : ''
}

/** Whether a token is a date or may be a year. */
function isTime({ date, number }: Token): boolean {
  return (
    date !== undefined || (number?.unit === null && number.step === 1 && number.value >= 1000 && number.value <= 2100)
  )
}

const [most, least] = [
  /\b(?:up to|at most|(?:no|not) more than|maximum of|less than|under|below) $/i,
  /\b(?:at least|(?:no|not) less than|minimum of|more than|over|above) $/i,
]

/** Whether a number is within a range of a source, and its sentence gives none: "a child of ten" for "children aged 4 to 12". */
export function isWithinRange({ number }: Token, tokens: readonly Token[], source: readonly Token[]): boolean {
  const isWithin = ([from, to]: readonly number[]) =>
    number !== undefined && from !== undefined && to !== undefined && from < number.value && number.value < to
  return rangesIn(source).some(isWithin) && rangesIn(tokens).length === 0
}

/** The ends of each range of ages, or "between" two numbers. */
function rangesIn(tokens: readonly Token[]): (readonly [from: number, to: number])[] {
  return tokens.flatMap(({ term }, at) => {
    const [from, joint, to] = tokens.slice(at + 1, at + 4)
    const isRange = /^(?:aged|age|between)$/.test(term.key) && /^(?:to|and)$/.test(joint?.term.key ?? '')
    return isRange && from?.number && to?.number ? [[from.number.value, to.number.value] as const] : []
  })
}

/** Whether a source gives a bound that a number keeps: "8 %" for "up to 10 %". */
export function isWithinBound(
  { number }: Token,
  { number: bound, start }: Token,
  { text, isWhole }: SourceSentence,
): boolean {
  if (!isWhole || !number || !bound || number.unit !== bound.unit) return false
  const before = text.slice(0, start)
  return number.value < bound.value ? most.test(before) : least.test(before)
}
