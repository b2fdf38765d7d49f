import type { HallucinationType } from '../finding'
import { tokensMax } from '../sources/alignment'
import { type IsUnsupported, mayFollow } from '../sources/derived-values'
import type { ReadSentence } from '../sources/read-prose'
import type { Segment, SourceSentence } from '../sources/segment'
import { refersBack, segmentsOf, sourceSegments } from '../sources/segments'
import type { SourceIndex } from '../sources/source-index'
import type { SourceReading } from '../sources/source-reading'
import { oppositesOf } from '../words/opposites'
import { isNegation } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { denied } from './denials'
import { inventedValue } from './invented-values'
import { misattributed } from './misattributed'

/** A statement of the output that a sentence of the sources denies. */
export interface Conflict {
  type: HallucinationType
  from: Token
  to: Token
  says: string
  source: SourceSentence
  /** Whether the words may only be others for the same: told as a doubt. */
  isWeak?: boolean
}

/**
 * Words and clauses of a statement that is told of one thing. A longer one often puts together what several sentences of the sources say, none
 * of which has all of it.
 */
const [wordsMax, clausesMax] = [14, 2]

/** A heading, an item of a list, a label, a request or a fragment. */
const item = /^\s*(?:#+|[-*•|]|\d+[.)])\s|:\s|\*\*|\bplease\b|[^.!?"'”’)]$/i

/** Finds what some sentences of the sources say of another, and roles the other way round. */
export function conflictElsewhere(
  sentence: ReadSentence,
  before: ReadSentence | undefined,
  sources: readonly SourceSentence[],
  reading: SourceReading,
  isUnsupported: IsUnsupported,
  isStrange: boolean,
): Conflict | null {
  // An item of a list says too little by itself.
  if (sources.length === 0 || item.test(sentence.text)) return null
  const index = reading.index()
  const tokens = sentence.tokens()
  const isBack = refersBack(tokens)
  const earlier = before && isBack ? segmentsOf(before.text, before.tokens().slice(0, tokensMax)) : undefined
  const clauses = segmentsOf(sentence.text, tokens, earlier)
  const segments = clauses.filter(
    (segment, at) => !isDeniedBefore(segment, clauses[at - 1]) && isClaim(segment, sources, index),
  )
  if (segments.length === 0) return null
  const isWeak = tokens.length > wordsMax || clauses.length > clausesMax
  const candidates = sources.filter((source) => source.isStatement())
  const places = candidates.flatMap((source) => sourceSegments(source, index))
  const invented = () =>
    inventedValue({ sentence, before, segments, sources: candidates, places }, reading, isUnsupported)
  // "Anna did not call Bob" denies nothing of Bob's call.
  const unturned = (one: ReturnType<typeof denied>) => (one && areTurned(tokens, one.source.tokens) ? null : one)
  const mayBeDerived = (token: Token) => mayFollow(token, sentence, candidates, reading) === true
  const ofAnother = () => {
    const one = misattributed(segments, places, index, mayBeDerived, !isBack || before !== undefined)
    return one && { ...one, isWeak }
  }
  const found = isStrange ? invented() : (unturned(denied(segments, places)) ?? ofAnother() ?? invented())
  return found && { type: 'source_contradiction', ...found }
}

const auxiliary =
  /^(?:is|are|was|wa|were|be|has|ha|have|had|do|doe|did|can|could|will|would|shall|should|may|might|must)$/

/** Whether the only two names of a sentence stand the other way round in a source. */
function areTurned(tokens: readonly Token[], others: readonly Token[]): boolean {
  const [one, other, more] = tokens.filter((token) => token.isCapital && isContent(token))
  if (!one || !other || more) return false
  const [place, rival] = [one, other].map(({ term }) => others.findIndex((token) => token.term === term))
  return place !== undefined && rival !== undefined && rival >= 0 && rival < place
}

const isDenying = (token: Token) => isNegation(token) || token.term.key === 'lack'

/** Whether a segment without a verb of its own goes on with what is denied: "cannot pay in cash | or by card". */
function isDeniedBefore({ tokens }: Segment, before: Segment | undefined): boolean {
  const joint = tokens[0]?.term.key ?? ''
  if (!/^(?:or|and)$/.test(joint) || !before?.tokens.some(isDenying)) return false
  return !tokens.some(({ term, number }) => auxiliary.test(term.key) || (joint === 'and' && number))
}

/** Whether the sources know two words, names or values of a segment, but do not have it word for word. */
function isClaim({ tokens, own }: Segment, sources: readonly SourceSentence[], index: SourceIndex): boolean {
  if (tokens.length > 2 && !hasNewTrigram(tokens, index) && !isJoined(tokens, sources)) return false
  let known = 0
  for (const { kind, term } of own.values()) if (kind !== 'word' || index.has(term.id) || oppositesOf(term.key)) known++
  return known > 1
}

/** Whether a segment joins what several places of the sources say: "the shop closes at 5". */
function isJoined(tokens: readonly Token[], sources: readonly SourceSentence[]): boolean {
  return !sources.some((source) =>
    source.tokens.some((_, from) => tokens.every(({ term }, at) => source.tokens[from + at]?.term === term)),
  )
}

function hasNewTrigram(tokens: readonly Token[], index: SourceIndex): boolean {
  const id = (at: number) => (tokens[at] as Token).term.id
  for (let at = 2; at < tokens.length; at++) if (!index.hasTrigram(id(at - 2), id(at - 1), id(at))) return true
  return false
}
