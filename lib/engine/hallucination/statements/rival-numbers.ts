import { areComparable } from '../numbers/units'
import { isSameHour } from '../sources/alignment'
import { areOfOtherTime, isWithinBound } from '../sources/other-case'
import { type Segment, tokenAt } from '../sources/segment'
import { stemOf } from '../text/stems'
import { isContent, type Token } from '../words/tokens'

/** Whether another number or date is of the same measure, or counts the same, where that can be told. */
export function isRivalNumber(token: Token, other: Token, claim: Segment, segment: Segment): boolean {
  if (token.kind !== other.kind || areOfOtherTime(token, other, claim, segment)) return false
  if (!token.number || !other.number) return token.date !== undefined && other.date !== undefined
  // "A child of six" for "children under 7".
  if (segment.source && isWithinBound(token, other, segment.source)) return false
  const isTime = token.number.unit === 'clock' || other.number.unit === 'clock'
  if (isTime && isSameHour(token, tokenAt(token, claim, 1), other, tokenAt(other, segment, 1))) return false
  const [unit, rival] = [token.number.unit, other.number.unit]
  const isOpen = (one: string | null, two: string | null) => one === null && two !== '%' && two !== 'clock'
  if (unit !== rival && !isOpen(unit, rival) && !isOpen(rival, unit) && !areComparable(unit, rival)) return false
  // The number of an invoice is no amount, and that of a server no count.
  if (rival === null && isOfCode(other, segment)) return false
  const [next, after] = [afterNumber(token, claim), afterNumber(other, segment)]
  if (unit !== null && rival === null && after && isContent(after)) return false
  // "Five times as much" is no count, and "€15 more" no price.
  if (isRelative(next) !== isRelative(after)) return false
  if (!next || !after || unit !== null || !isContent(next) || !isContent(after) || next.term === after.term) return true
  // "1812 tests failed" for "Of the tests, 3 failed".
  return claim.own.has(after.term.key) && segment.inherited.has(next.term.key)
}

const relative = new Set(
  'times more less extra cheaper dearer longer shorter higher lower older younger faster slower later earlier heavier lighter taller larger bigger smaller'
    .split(' ')
    .map(stemOf),
)
const isRelative = (token: Token | undefined) => relative.has(token?.term.key ?? '')

const ordinalEnding = /^(?:st|nd|rd|th)$/

/** The token after a number, and after the ending of an ordinal: "the 40th minute". */
export function afterNumber(token: Token, segment: Segment): Token | undefined {
  const next = tokenAt(token, segment, 1)
  return next && next.start === token.end && ordinalEnding.test(next.term.key) ? tokenAt(token, segment, 2) : next
}

/** Whether a number is a part of a code: "2026-0387", "A17". */
function isOfCode({ start, end }: Token, { source }: Segment): boolean {
  if (!source?.isWhole) return false
  const { text } = source
  return (
    /[\p{L}\d][-–/]?$/u.test(text.slice(Math.max(0, start - 2), start)) ||
    /^[-–/]?\p{L}|^[-–/]\d/u.test(text.slice(end, end + 2))
  )
}
