import type { ReadSentence } from '../sources/read-prose'
import type { Segment, SourceSentence } from '../sources/segment'
import { segmentsOf, sourceSegments } from '../sources/segments'
import type { SourceIndex } from '../sources/source-index'
import { isComparing, negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'

const prepositions = /^(?:in|on|at|to|for|with|from|by|under|until|after|before|of)$/
/** A title or an item of a list has no clauses. */
const ended = /[.!?]["'”’)]?\s*$/
/** Words on each side of the preposition or verb that two clauses share. */
const sideMax = 4

/**
 * Finds the subject of one clause told with what the other says, where both have one form: "The shop is on the second floor" for "The café is on
 * the second floor, the shop on the ground floor". Every word must stand in one of the clauses.
 */
export function crossedClauses(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  if (!ended.test(sentence.text)) return null
  const tokens = sentence.tokens()
  if (negationsIn(tokens) > 0 || tokens.some(isComparing) || /\?|\b(?:if|both)\b/i.test(sentence.text)) return null
  const claims = segmentsOf(sentence.text, tokens).map((segment) => segment.tokens.filter(tells))
  for (const place of places()) {
    const source = index.sentence(place)
    if (!source.isStatement() || !ended.test(source.text) || negationsIn(source.tokens) > 0) continue
    for (const pair of pairsIn(source, index))
      for (const claim of claims) {
        const crossed = crossingOf(claim, pair) ?? crossingOf(claim, [pair[1], pair[0]])
        if (crossed && !isToldElsewhere(claim, source, index)) {
          const [from, to] = [crossed[0], crossed.at(-1)]
          if (from && to)
            return { type: 'source_contradiction', from, to, says: 'The source says this of something else:', source }
        }
      }
  }
  return null
}

/** What a clause tells, and of what. */
interface Clause {
  subject: readonly Token[]
  told: readonly Token[]
  /** The verb or preposition that both have, and what the second goes on from. */
  joint: Token
  goesOn: ReadonlySet<string>
}

const everyone = /^(?:every(?:on|on[ey]|body)|any(?:on|on[ey]|body)|all)$/
const tells = (token: Token) =>
  isContent(token) || token.number !== undefined || token.date !== undefined || everyone.test(token.term.key)
const without = (tokens: readonly Token[], others: readonly Token[]) =>
  tokens.filter((token) => !hasTerm(others, token))

/** The neighbouring clauses of a sentence with one preposition, or one verb, between subject and what is told. */
function pairsIn(source: SourceSentence, index: SourceIndex): (readonly [Clause, Clause])[] {
  const segments = sourceSegments(source, index)
  return segments.flatMap((second, at) => {
    const first = segments[at - 1]
    if (!first || first.isRow || second.isRow || [first, second].some(isOfTime)) return []
    const joint = second.tokens.find(
      (token) => (prepositions.test(token.term.key) || isVerb(token, second)) && hasTerm(first.tokens, token),
    )
    if (!joint) return []
    const [one, other] = [first, second].map((segment) => clauseOf(segment, joint, second.inherited))
    return one && other && isPlain(one) && isPlain(other) ? [[one, other] as const] : []
  })
}

/** Whether a clause tells of another time than the other: "since then it has been in Bremen". */
const isOfTime = ({ tokens }: Segment) =>
  tokens.some(({ term }, at) => /^(?:then|now|today|later|formerly|former)$/.test(term.key) && at < 3)

/** Whether a word may be the verb that two clauses share: it is neither the first nor the last that tells something. */
function isVerb(token: Token, { tokens }: Segment): boolean {
  const telling = tokens.filter(tells)
  return isContent(token) && token !== telling[0] && token !== telling.at(-1)
}

/** Splits a clause at the last place where it has a word. */
function clauseOf({ tokens }: Segment, joint: Token, goesOn: ReadonlySet<string>): Clause | null {
  const at = tokens.findLastIndex(({ term }) => term === joint.term)
  const [subject, told] = [tokens.slice(0, at), tokens.slice(at + 1)].map((side) => side.filter(tells))
  return subject?.length && told?.length ? { subject, told, joint, goesOn } : null
}

const isPlain = ({ subject, told }: Clause) => subject.length <= sideMax && told.length <= sideMax

/** What the second clause tells, in a claim of the first one's subject that has nothing else of its own; null if it is no such claim. */
function crossingOf(claim: readonly Token[], [one, other]: readonly [Clause, Clause]): readonly Token[] | null {
  const all = [...one.subject, ...one.told, ...other.subject, ...other.told, one.joint]
  const subject = without(one.subject, other.subject)
  const rival = without(other.subject, one.subject)
  const own = without(one.told, other.told)
  const told = without(other.told, one.told)
  if (subject.length === 0 || rival.length === 0 || own.length === 0 || told.length === 0) return null
  const isCrossed =
    told.every((token) => hasTerm(claim, token)) &&
    subject.some((token) => hasTerm(claim, token)) &&
    rival.some((token) => !hasTerm(claim, token)) &&
    rival.every((token) => !hasTerm(claim, token) || one.goesOn.has(token.term.key)) &&
    !own.some((token) => hasTerm(claim, token)) &&
    // Numbers have their own checks.
    claim.every((token) => hasTerm(all, token) && !token.number)
  return isCrossed ? claim.filter((token) => hasTerm(told, token)) : null
}

/** Whether another sentence has all that a claim tells. */
function isToldElsewhere(claim: readonly Token[], source: SourceSentence, index: SourceIndex): boolean {
  const [first] = claim
  return (
    first !== undefined &&
    index.placesOf(first.term.id).some((place) => {
      const other = index.sentence(place)
      return other !== source && claim.every(({ term }) => other.terms().has(term))
    })
  )
}
