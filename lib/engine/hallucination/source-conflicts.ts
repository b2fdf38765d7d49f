import { type Alignment, alignmentsOf, candidatesOf, isEquivalent } from './alignment'
import {
  type HallucinationFinding,
  type HallucinationType,
  type Material,
  type ReadSentence,
  type SourceReading,
  spanOf,
} from './finding'
import { oppositesOf } from './opposites'
import type { SourceIndex } from './source-index'
import { isContent, type Token } from './tokens'
import type { Term } from './vocabulary'

/** Share of a sentence's content words that a source sentence must contain for both to be about the same thing. */
const coverageMin = 0.9
/** Share of equal tokens from which a sentence counts as copied, so that its values correspond by position. */
const copyMin = 0.8
/** Coverage from which another source sentence may be about the same thing and state another value. */
const rivalMin = 0.6

/**
 * Finds claims that a source denies: a sentence of the output that matches one of a source except for a number, unit or date at its place,
 * an added or missing negation, an opposite word, or two exchanged names or numbers. Values on which the sources disagree are not reported.
 */
export function findSourceConflicts({ output, reading, readings, grounding }: Material): HallucinationFinding[] {
  if (!grounding) return []
  const index = reading.index()
  return readings().flatMap((sentence) => {
    // Ordered by cost: each check is much cheaper than the next.
    if (!isKnown(sentence, reading) || sentence.newness().novelty === 0) return []
    const tokens = sentence.tokens()
    // Calculations introduce new values, and an answer with yes or no may invert the statement.
    if (/=|\?\s*$|^(?:yes|no)\b[,.]/i.test(sentence.text)) return []
    const candidates = candidatesOf(tokens, index)
    if (!candidates.some((source) => mayBeAboutTheSame(tokens, membershipIn(source.tokens)))) return []
    const [closest, ...others] = alignmentsOf(tokens, candidates, index)
    if (!closest || !isAboutTheSame(tokens, closest)) return []
    const found = conflictOf(tokens, closest, others, index)
    if (!found) return []
    const { type, from, to, says } = found
    const start = sentence.start + from.start
    const span = spanOf(output, start, Math.max(sentence.start + to.end, start + 1))
    const evidence = `${says} "${closest.source.text.replace(/\s+/g, ' ').slice(0, 200)}".`
    return [{ type, verdict: 'contradicted', severity: 'likely', confidence: 0.8, span, evidence }]
  })
}

interface Conflict {
  type: HallucinationType
  from: Token
  to: Token
  says: string
}

/** Whether the sources as a whole have enough of the content words for {@link isAboutTheSame}. */
function isKnown({ table, from, to }: ReadSentence, { index, vocabulary }: SourceReading): boolean {
  const { has } = index()
  let content = 0
  let known = 0
  for (let at = from; at < to; at++) {
    if (!table.isContent(at)) continue
    content++
    const term = table.term(at)
    if (has(term) || oppositesOf(vocabulary.at(term).key)) known++
  }
  return known / content >= coverageMin
}

/** Like {@link isKnown}, for one source sentence. */
function mayBeAboutTheSame(tokens: readonly Token[], has: (term: Term) => boolean): boolean {
  let [content, known] = [0, 0]
  for (const token of tokens) {
    if (!isContent(token)) continue
    content++
    if (has(token.term) || oppositesOf(token.term.key)) known++
  }
  return known / content >= coverageMin
}

function membershipIn(tokens: readonly Token[]): (term: Term) => boolean {
  const terms = new Set(tokens.map(({ term }) => term))
  return (term) => terms.has(term)
}

/** Whether the source sentence covers what the output's sentence is about, including its first content word. */
function isAboutTheSame(tokens: readonly Token[], { pairs, source }: Alignment): boolean {
  const inSource = new Map(pairs)
  const keys = new Set(source.tokens.map(({ term }) => term.key))
  const isKept = (at: number) => {
    const token = tokens[at]
    const opposites = token && oppositesOf(token.term.key)
    if (opposites && !keys.has(token.term.key)) return [...opposites].some((key) => keys.has(key))
    const other = source.tokens[inSource.get(at) ?? -1]
    return (
      token !== undefined &&
      other !== undefined &&
      (token.term === other.term || isExchangeable(token, other, tokens, source.tokens))
    )
  }
  const content = tokens.flatMap((token, at) => (isContent(token) ? [at] : []))
  const kept = content.filter(isKept).length
  return kept >= 2 && kept / content.length >= coverageMin && isKept(content[0] ?? -1)
}

/** Whether two names are exchanged: each occurs in both sentences. */
function isExchangeable(own: Token, inSource: Token, tokens: readonly Token[], others: readonly Token[]): boolean {
  return (
    own.kind === 'word' &&
    own.isCapital &&
    tokens.some(({ term }) => term === inSource.term) &&
    others.some(({ term }) => term === own.term)
  )
}

function conflictOf(
  tokens: readonly Token[],
  closest: Alignment,
  others: readonly Alignment[],
  index: SourceIndex,
): Conflict | null {
  return (
    valueConflict(tokens, closest, others, index) ??
    opposedName(tokens, closest, index) ??
    exchangedNames(tokens, closest) ??
    polarityConflict(tokens, closest)
  )
}

/**
 * Finds a number or date in place of another, unless another similar source sentence has it, or the source sentence has it at another
 * place.
 */
function valueConflict(
  tokens: readonly Token[],
  { pairs, source }: Alignment,
  others: readonly Alignment[],
  index: SourceIndex,
): Conflict | null {
  const kept = pairs.filter(([own, inSource]) => tokens[own]?.term === source.tokens[inSource]?.term).length
  const isCopy = kept >= copyMin * Math.max(tokens.length, source.tokens.length)
  for (const [own, inSource] of pairs) {
    const token = tokens[own]
    const other = source.tokens[inSource]
    if (!token || !other || (!token.number && !token.date) || isEquivalent(token, other)) continue
    if (isPart(token) !== isPart(other) || isSameHour(own, inSource, tokens, source.tokens)) continue
    if (!isBeside(own, inSource, tokens, source.tokens)) continue
    const occursInSource = source.tokens.some((one) => isEquivalent(token, one) && one.kind === token.kind)
    const isExchanged =
      occursInSource && tokens.some((one) => one !== token && one.kind === other.kind && isEquivalent(one, other))
    if (occursInSource && !isExchanged && !isCopy) continue
    const isDisputed = others.some(
      (alignment) =>
        alignment.coverage >= rivalMin &&
        alignment.source.tokens.some((one) => one.kind === token.kind && isEquivalent(token, one)),
    )
    if (isDisputed) continue
    // The value may be correct elsewhere in the sources, unless the sentence is a copy of this one.
    if (index.has(token.term.id) && !isExchanged && !isCopy && pairs.length < source.tokens.length * 0.6) continue
    const isShare = token.number?.unit === '%'
    const type = token.date ? 'temporal_error' : isShare ? 'invented_statistic' : 'unsupported_number'
    return {
      type,
      from: token,
      to: token,
      says: isExchanged ? 'Exchanged with another: the source says' : 'The source says',
    }
  }
  return null
}

/** Whether a number is a percentage or in points, which cannot conflict with a count. */
function isPart({ number }: Token): boolean {
  return number?.unit === '%' || number?.unit === 'pp'
}

/** Whether two numbers are an hour of the afternoon on the clocks of 12 and of 24 hours: 6 pm, 18:00. */
function isSameHour(own: number, inSource: number, tokens: readonly Token[], others: readonly Token[]): boolean {
  const [one, other] = [tokens[own]?.number?.value ?? 0, others[inSource]?.number?.value ?? 0]
  const earlier = one < other ? tokens[own + 1] : others[inSource + 1]
  return Math.max(one, other) < 24 && Math.abs(one - other) === 12 && earlier?.term.key === 'pm'
}

/** Whether the preceding or the following term is the same in both sentences. */
function isBeside(own: number, inSource: number, tokens: readonly Token[], others: readonly Token[]): boolean {
  return [-1, 1].some((step) => {
    const [one, other] = [tokens[own + step], others[inSource + step]]
    return one !== undefined && one.term === other?.term
  })
}

/** Finds a weekday, or another capitalized word with opposites, in place of one, unless the sources have it elsewhere. */
function opposedName(tokens: readonly Token[], { pairs, source }: Alignment, index: SourceIndex): Conflict | null {
  for (const [own, inSource] of pairs) {
    const [one, other] = [tokens[own], source.tokens[inSource]]
    if (!one || !other || !oppositesOf(one.term.key)?.has(other.term.key) || index.has(one.term.id)) continue
    const type = one.term.key.endsWith('day') ? 'temporal_error' : 'source_contradiction'
    return { type, from: one, to: one, says: 'The source says' }
  }
  return null
}

const listing = /^(?:and|or|with|vs|versus|against|met|meet|marri|between|play)$/

/** Finds two names in each other's place. Their order does not matter in a list, or with a symmetric verb. */
function exchangedNames(tokens: readonly Token[], { pairs, source }: Alignment): Conflict | null {
  const moved = pairs.filter(([own, inSource]) => {
    const [one, other] = [tokens[own], source.tokens[inSource]]
    return one?.kind === 'word' && one.term !== other?.term
  })
  for (const [own, inSource] of moved) {
    const [one, other] = [tokens[own], source.tokens[inSource]]
    const partner = moved.find(
      ([place, place2]) =>
        place > own && tokens[place]?.term === other?.term && source.tokens[place2]?.term === one?.term,
    )
    if (!one || !other || !partner) continue
    const between = tokens.slice(own + 1, partner[0])
    const isList = between.every(
      ({ isCapital, kind, term }) => isCapital || kind === 'number' || listing.test(term.key),
    )
    if (isList || between.some(({ term }) => listing.test(term.key))) continue
    return { type: 'source_contradiction', from: one, to: one, says: 'Exchanged with another: the source says' }
  }
  return null
}

const negations = new Set(['not', 'never', 'no', 'without', 'neither', 'nor', 'none', 'nobody'])
/** Words after which a negation does not invert the statement. */
const softened = new Set([
  'only',
  'just',
  'necessarili',
  'necessarily',
  'alway',
  'all',
  'every',
  'yet',
  'until',
  'unles',
  'longer',
  'less',
  'more',
  'fewer',
])
/** Finds an opposite word, or a negation that only one of the two has, if no other content word differs at that place. */
function polarityConflict(tokens: readonly Token[], { pairs, source }: Alignment): Conflict | null {
  let [ownFrom, sourceFrom] = [0, 0]
  for (const [own, inSource] of [...pairs, [tokens.length, source.tokens.length] as const]) {
    const ownGap = tokens.slice(ownFrom, own)
    const sourceGap = source.tokens.slice(sourceFrom, inSource)
    const isInside = ownFrom > 0 && own < tokens.length && sourceFrom > 0
    const near = tokens[Math.min(own, tokens.length - 1)]
    ;[ownFrom, sourceFrom] = [own + 1, inSource + 1]
    if (!near) continue
    const opposite = oppositeIn(ownGap, sourceGap)
    if (opposite)
      return { type: 'source_contradiction', from: opposite, to: opposite, says: 'The source says otherwise:' }
    if (!isInside || ownGap.length > 3 || sourceGap.length > 3 || [...ownGap, ...sourceGap].some(isContent)) continue
    const isDenied = negationsIn(ownGap) % 2 !== negationsIn(sourceGap) % 2
    if (!isDenied || [near, ...ownGap, ...sourceGap].some(({ term }) => softened.has(term.key))) continue
    const from = ownGap.find(({ term }) => negations.has(term.key)) ?? near
    return { type: 'source_contradiction', from, to: from, says: 'The source says otherwise:' }
  }
  return null
}

/** Returns the single word of the output that is the opposite of the single word in its place in the source. */
function oppositeIn([own, ...more]: readonly Token[], [other, ...others]: readonly Token[]): Token | null {
  if (!own || !other || more.length > 0 || others.length > 0) return null
  return oppositesOf(own.term.key)?.has(other.term.key) ? own : null
}

function negationsIn(tokens: readonly Token[]): number {
  return tokens.filter(({ term }) => negations.has(term.key)).length
}
