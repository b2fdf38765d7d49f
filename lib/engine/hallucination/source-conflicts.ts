import { type Alignment, alignmentsOf, candidatesOf, saysSame } from './alignment'
import {
  type HallucinationFinding,
  type HallucinationType,
  type Material,
  type ReadSentence,
  type SourceReading,
  spanOf,
} from './finding'
import type { SourceIndex } from './source-index'
import { isContent, type Token } from './tokens'
import type { Term } from './vocabulary'

/** Share of a sentence's content words that a sentence of a source must have before the two speak of the same thing. */
const coverageMin = 0.9
/** Share of the tokens of both that are the same where a sentence was copied: then each value has its own place. */
const copyMin = 0.8
/** Coverage for another sentence of the sources that may speak of it as well, and say otherwise. */
const rivalMin = 0.6

/**
 * Finds what a source denies: a sentence of the output that says what one of a source says, but with another number, unit or
 * date at its place, with a negation more or less, an opposite word, or with two names or numbers exchanged.
 * Where the sources themselves differ, silent.
 */
export function findSourceConflicts({ output, reading, readings, grounding }: Material): HallucinationFinding[] {
  if (!grounding) return []
  const index = reading.index()
  return readings().flatMap((sentence) => {
    // Each look costs a small part of the one after it.
    if (!isKnown(sentence, reading) || sentence.newness().novelty === 0) return []
    const tokens = sentence.tokens()
    // A reckoning brings values of its own, and an answer with yes or no turns the statement round.
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

/** False where the sources have too few of the content words for {@link isAboutTheSame}, wherever they stand. */
function isKnown({ table, from, to }: ReadSentence, { index, vocabulary }: SourceReading): boolean {
  const { has } = index()
  let content = 0
  let known = 0
  for (let at = from; at < to; at++) {
    if (!table.isContent(at)) continue
    content++
    const term = table.term(at)
    if (has(term) || opposites.has(vocabulary.at(term).key)) known++
  }
  return known / content >= coverageMin
}

/** The same for one sentence of a source. */
function mayBeAboutTheSame(tokens: readonly Token[], has: (term: Term) => boolean): boolean {
  let [content, known] = [0, 0]
  for (const token of tokens) {
    if (!isContent(token)) continue
    content++
    if (has(token.term) || opposites.has(token.term.key)) known++
  }
  return known / content >= coverageMin
}

function membershipIn(tokens: readonly Token[]): (term: Term) => boolean {
  const terms = new Set(tokens.map(({ term }) => term))
  return (term) => terms.has(term)
}

/** True when all the output's sentence speaks of stands in the source's, its subject first of all. */
function isAboutTheSame(tokens: readonly Token[], { pairs, source }: Alignment): boolean {
  const told = new Map(pairs)
  const keys = new Set(source.tokens.map(({ term }) => term.key))
  const isKept = (at: number) => {
    const token = tokens[at]
    if (token && !told.has(at))
      return (opposites.get(token.term.key)?.split(' ') ?? []).some((key) => keys.has(key) && key !== '')
    const other = source.tokens[told.get(at) ?? -1]
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

/** Two names of both sentences that stand at each other's place. */
function isExchangeable(own: Token, told: Token, tokens: readonly Token[], others: readonly Token[]): boolean {
  return (
    own.kind === 'word' &&
    own.isCapital &&
    tokens.some(({ term }) => term === told.term) &&
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
    exchangedNames(tokens, closest) ??
    polarityConflict(tokens, closest)
  )
}

/** A number or date at the place of another, unless another sentence of the sources has it, or two places are told apart by it. */
function valueConflict(
  tokens: readonly Token[],
  { pairs, source }: Alignment,
  others: readonly Alignment[],
  index: SourceIndex,
): Conflict | null {
  const kept = pairs.filter(([own, told]) => tokens[own]?.term === source.tokens[told]?.term).length
  const isCopy = kept >= copyMin * Math.max(tokens.length, source.tokens.length)
  for (const [own, told] of pairs) {
    const token = tokens[own]
    const other = source.tokens[told]
    if (!token || !other || (!token.number && !token.date) || saysSame(token, other)) continue
    if (isPart(token) !== isPart(other)) continue
    if (!isBeside(own, told, tokens, source.tokens)) continue
    const isTold = source.tokens.some((one) => saysSame(token, one) && one.kind === token.kind)
    const isExchanged = isTold && tokens.some((one) => one !== token && one.kind === other.kind && saysSame(one, other))
    if (isTold && !isExchanged && !isCopy) continue
    const isDisputed = others.some(
      (alignment) =>
        alignment.coverage >= rivalMin &&
        alignment.source.tokens.some((one) => one.kind === token.kind && saysSame(token, one)),
    )
    if (isDisputed) continue
    // A value that stands elsewhere in the sources may be right there: only a copied sentence is sure to be about this place.
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

/** True for a number of per cent or of points: it is no rival of a count. */
function isPart({ number }: Token): boolean {
  return number?.unit === '%' || number?.unit === 'pp'
}

/** True when the word before or behind is the same in both, and what is in between is not told apart by it. */
function isBeside(own: number, told: number, tokens: readonly Token[], others: readonly Token[]): boolean {
  return [-1, 1].some((step) => {
    const [one, other] = [tokens[own + step], others[told + step]]
    return one !== undefined && one.term === other?.term
  })
}

const listing = /^(?:and|or|with|vs|versus|against|met|meet|marri|between|play)$/

/** Two names at each other's place. In a list, or with a verb that works both ways, the order says nothing. */
function exchangedNames(tokens: readonly Token[], { pairs, source }: Alignment): Conflict | null {
  const moved = pairs.filter(([own, told]) => {
    const [one, other] = [tokens[own], source.tokens[told]]
    return one?.kind === 'word' && one.term !== other?.term
  })
  for (const [own, told] of moved) {
    const [one, other] = [tokens[own], source.tokens[told]]
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
/** Words after which a negation does not turn the statement round. */
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
const opposites = new Map<string, string>()
for (const pair of 'increase decrease;rise fall;rose fell;grew shrank;win lose;won lost;accept reject;approve reject;before after;more less;more fewer;above below;first last;open close;enabl disabl;highest lowest;largest smallest;oldest youngest;northern southern;eastern western;north south;east west;always never;all none;pass fail;succeed fail;male female;possible impossible;legal illegal;alive dead;best worst;gain loss;profit loss;higher lower;larger smaller;older younger;earlier later;early late'.split(
  ';',
)) {
  const [one = '', other = ''] = pair
    .split(' ')
    .map((word) => word.replace(/e$/, (end) => (word.length > 4 ? '' : end)))
  opposites.set(one, `${opposites.get(one) ?? ''} ${other}`)
  opposites.set(other, `${opposites.get(other) ?? ''} ${one}`)
}

/** A negation that one of the two has and the other has not, or an opposite word, where nothing else stands between. */
function polarityConflict(tokens: readonly Token[], { pairs, source }: Alignment): Conflict | null {
  let [ownFrom, toldFrom] = [0, 0]
  for (const [own, told] of [...pairs, [tokens.length, source.tokens.length] as const]) {
    const ownGap = tokens.slice(ownFrom, own)
    const toldGap = source.tokens.slice(toldFrom, told)
    const isInside = ownFrom > 0 && own < tokens.length && toldFrom > 0
    const near = tokens[Math.min(own, tokens.length - 1)]
    ;[ownFrom, toldFrom] = [own + 1, told + 1]
    if (!near) continue
    const [only] = ownGap
    if (
      ownGap.length === 1 &&
      toldGap.length === 1 &&
      only &&
      opposites
        .get(only.term.key)
        ?.split(' ')
        .includes(toldGap[0]?.term.key ?? '')
    )
      return { type: 'source_contradiction', from: only, to: only, says: 'The opposite stands in the source:' }
    if (!isInside || ownGap.length > 3 || toldGap.length > 3 || [...ownGap, ...toldGap].some(isContent)) continue
    const isDenied = negationsIn(ownGap) % 2 !== negationsIn(toldGap) % 2
    if (!isDenied || [near, ...ownGap, ...toldGap].some(({ term }) => softened.has(term.key))) continue
    const from = ownGap.find(({ term }) => negations.has(term.key)) ?? near
    return { type: 'source_contradiction', from, to: from, says: 'The source says the opposite:' }
  }
  return null
}

function negationsIn(tokens: readonly Token[]): number {
  return tokens.filter(({ term }) => negations.has(term.key)).length
}
