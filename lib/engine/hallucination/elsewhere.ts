import { tokensMax } from './alignment'
import { denied, deniedByField } from './denials'
import type { HallucinationType, ReadSentence } from './finding'
import { misattributed } from './misattributed'
import { oppositesOf } from './opposites'
import { reversedRoles } from './roles'
import type { Segment } from './segment'
import { refersBack, segmentsOf, sourceSegments } from './segments'
import type { SourceIndex, SourceSentence } from './source-index'
import type { Token } from './tokens'

/** A statement of the output that a sentence of the sources denies. */
export interface Conflict {
  type: HallucinationType
  from: Token
  to: Token
  says: string
  source: SourceSentence
  /** Whether another word may only be a synonym. */
  isWeak?: boolean
}

/** A heading, an item of a list, a label, a request or a fragment. */
const item = /^\s*(?:#+|[-*•|]|\d+[.)])\s|:\s|\*\*|\bplease\b|[^.!?"'”’)]$/i
/** A question, a wish or a guess states nothing. */
const wish =
  /\?|\b(?:wants? to|you want|i want|(?:would|'d) like|need to|please|could you|can you|let's|if possible|sure|certain|think|thinking|thought|believe|proceed)\b/i

/** Finds what some sentences of the sources say of another, and roles the other way round. */
export function conflictElsewhere(
  { text, ...sentence }: ReadSentence,
  before: ReadSentence | undefined,
  sources: readonly SourceSentence[],
  index: SourceIndex,
): Conflict | null {
  // An item of a list says too little by itself.
  if (sources.length === 0 || item.test(text)) return null
  const tokens = sentence.tokens()
  const earlier =
    before && refersBack(tokens) ? segmentsOf(before.text, before.tokens().slice(0, tokensMax)) : undefined
  const segments = segmentsOf(text, tokens, earlier).filter((segment) => isClaim(segment, index))
  if (segments.length === 0) return null
  const candidates = sources.filter((source) => !wish.test(source.text))
  const places = candidates.flatMap((source) => sourceSegments(source, index))
  const found =
    reversedRoles(tokens, candidates) ??
    denied(segments, places) ??
    deniedByField(segments, places) ??
    misattributed(segments, places, index)
  return found && { type: 'source_contradiction', ...found }
}

/** Whether the sources know two words, names or values of a segment, but do not have it word for word. */
function isClaim({ tokens, own }: Segment, index: SourceIndex): boolean {
  const ids = tokens.map(({ term }) => term.id)
  const isNew = ids.some((id, at) => at > 1 && !index.hasTrigram(ids[at - 2] ?? -1, ids[at - 1] ?? -1, id))
  if (!isNew && ids.length > 2) return false
  let known = 0
  for (const { kind, term } of own.values()) if (kind !== 'word' || index.has(term.id) || oppositesOf(term.key)) known++
  return known > 1
}
