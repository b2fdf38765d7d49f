import { type Segment, tokenAt } from '../sources/segment'
import { refersBack } from '../sources/segments'
import type { SourceIndex } from '../sources/source-index'
import { stemOf } from '../text/stems'
import type { Token } from '../words/tokens'
import { areNamesOfOne, isAbbreviationIn } from './aliases'
import { isName, isOfSpeaker } from './misplaced-names'

/** Whether a name of a claim may be another's in a segment that lacks it. */
export function mayHaveRivalName(
  tokens: readonly Token[],
  claim: Segment,
  segment: Segment,
  index: SourceIndex,
): boolean {
  if (isOneOfMany(tokens, claim) || isOfSpeaker(segment.source?.tokens ?? segment.tokens)) return false
  // "She wrote notes" tells of whom the sentence before names, and of anybody if that names none: "The company grew. It sold a turbine."
  if (refersBack(segment.tokens) && mayBeReferent(tokens, segment, index)) return false
  // "The Cowboys" are told of under the other word of their name, "Dallas".
  return !segment.tokens.some((other) => isName(other, other.start, index) && areNamesOfOne(tokens, [other], index))
}

function mayBeReferent(name: readonly Token[], { names, source }: Segment, index: SourceIndex): boolean {
  const before = source && source.place > 0 ? index.sentence(source.place - 1).tokens : []
  if (!before.some((token, at) => isName(token, at, index))) return true
  return name.every(({ term }) => names.has(term.key) || before.some((one) => one.term === term))
}

/** Whether someone is said to be one of a kind, "Ek is a kicker", of which there may be others. */
function isOneOfMany(name: readonly Token[], claim: Segment): boolean {
  const last = name.at(-1) as Token
  const [verb, article] = [tokenAt(last, claim, 1), tokenAt(last, claim, 2)]
  return /^(?:is|was|wa|are|were)$/.test(verb?.term.key ?? '') && /^an?$/.test(article?.term.key ?? '')
}

/** The first word of a sentence is a name only where the same follows as in the claim. */
export function isRivalName(
  tokens: readonly Token[],
  other: Token,
  claim: Segment,
  segment: Segment,
  index: SourceIndex,
): boolean {
  const [name, more] = tokens
  // A month or weekday is in no one's place, nor are labels and what follows none: "Author: Sara Kim Date: Wed 3 June".
  if (!isName(other, other.start, index) || isOfCalendar(other) !== isOfCalendar(name)) return false
  if (!isBehindLabel(other, segment)) return false
  // The claim has the last name alone.
  if ([-1, 1].some((step) => isNamedBeside(tokenAt(other, segment, step), other, claim))) return false
  if (name && !more && isAbbreviationIn(name, segment.source?.tokens ?? segment.tokens)) return false
  if (other.start > 0) return true
  const next = tokenAt(tokens.at(-1) as Token, claim, 1)
  return next !== undefined && tokenAt(other, segment, 1)?.term === next.term
}

const calendar = new Set(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun'
    .split(' ')
    .map(stemOf),
)
const isOfCalendar = (token: Token | undefined) => token !== undefined && calendar.has(token.term.key)

/** Whether a word follows directly on a label; true if a segment has no two of them. */
function isBehindLabel({ start }: Token, { source, tokens }: Segment): boolean {
  if (!source?.text.includes(': ')) return true
  const base = source.isWhole ? 0 : (source.tokens[0]?.start ?? 0)
  const labels = tokens.filter(({ kind, end }) => kind === 'word' && source.text.startsWith(': ', end - base))
  return labels.length < 2 || labels.some(({ end }) => end + 2 === start)
}

function isNamedBeside(token: Token | undefined, other: Token, claim: Segment): boolean {
  return (
    token?.isCapital === true &&
    Math.max(token.start - other.end, other.start - token.end) === 1 &&
    claim.own.has(token.term.key)
  )
}
